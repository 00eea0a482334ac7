import { DS } from './saml_shape.js'
import { allElements, BadDocument, childrenNamed, parseDocument } from './xml_document.js'

const MD = 'urn:oasis:names:tc:SAML:2.0:metadata'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/** The content of an identity provider's metadata. */
export type SamlMetadata = { entityId: string; ssoUrl: string; certificates: string[] }

/** Reads the metadata of one identity provider; certificates are returned as PEM. @throws BadDocument */
export function metadataOf(xml: string): SamlMetadata {
  const root = parseDocument(xml)
  if (root.namespaceURI !== MD || root.localName !== 'EntityDescriptor') {
    throw new BadDocument('it is not the metadata of one provider')
  }
  const [provider] = childrenNamed(root, MD, 'IDPSSODescriptor')
  const entityId = root.getAttribute('entityID')
  if (!provider || !entityId) throw new BadDocument('it describes no identity provider')
  const service = childrenNamed(provider, MD, 'SingleSignOnService').find(
    (one) => one.getAttribute('Binding') === REDIRECT
  )
  const ssoUrl = service?.getAttribute('Location')
  if (!ssoUrl) throw new BadDocument('its provider does not accept requests by redirect')
  return { entityId, ssoUrl, certificates: certificatesOf(provider) }
}

function certificatesOf(provider: Element): string[] {
  const texts = childrenNamed(provider, MD, 'KeyDescriptor')
    .filter((key) => (key.getAttribute('use') || 'signing') === 'signing')
    .flatMap((key) => allElements(key))
    .filter((one) => one.namespaceURI === DS && one.localName === 'X509Certificate')
    .map((one) => (one.textContent ?? '').replace(/\s+/g, ''))
  return [...new Set(texts)].map(
    (text) =>
      `-----BEGIN CERTIFICATE-----\n${text.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`
  )
}
