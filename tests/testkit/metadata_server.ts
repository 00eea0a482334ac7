import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CERTIFICATES, IDP } from './saml_idp.js'

/** The metadata of the test provider, with the given certificates. */
export function metadataWith(keys: (keyof typeof CERTIFICATES)[], { entityId, ssoUrl } = IDP): string {
  const described = keys.map(
    (key) =>
      `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>` +
      `${CERTIFICATES[key].replace(/-----[^-]+-----/g, '')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`
  )
  return (
    `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><IDPSSODescriptor>` +
    `${described.join('')}<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${ssoUrl}"/>` +
    `</IDPSSODescriptor></EntityDescriptor>`
  )
}

/** A server where a SAML provider publishes its metadata; a test can change the content. */
export async function startMetadataServer(xml: string) {
  const page = { xml, status: 200, location: null as string | null, asked: 0 }
  const server = createServer((_request, response) => {
    page.asked += 1
    response.writeHead(page.status, page.location ? { location: page.location } : {}).end(page.xml)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    page,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/metadata`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
