import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { IdentityProvider, ServiceProvider, setSchemaValidator } from 'samlify'
import { CERTIFICATES, IDP, type CertifiedKey } from './saml_idp.js'

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'

/** A provider of the third-party library samlify that signs with one of the test keys. */
function samlifyProvider(key: CertifiedKey = 'idp', ssoUrl = IDP.ssoUrl) {
  setSchemaValidator({ validate: async () => 'fine' })
  return IdentityProvider({
    entityID: IDP.entityId,
    signingCert: CERTIFICATES[key],
    privateKey: readFileSync(new URL(`./saml/${key}_key.pem`, import.meta.url), 'utf8'),
    isAssertionEncrypted: false,
    requestSignatureAlgorithm: RSA_SHA256,
    singleSignOnService: [{ Binding: REDIRECT, Location: ssoUrl }],
  })
}

/** The answer of this provider to a sign-in request that came through the browser. */
export async function samlifyAnswer(
  spMetadata: string,
  query: Record<string, string>,
  email: string,
  key?: CertifiedKey
) {
  const [idp, sp] = [samlifyProvider(key), ServiceProvider({ metadata: spMetadata })]
  const { extract } = await idp.parseLoginRequest(sp, 'redirect', { query })
  const { id } = (extract as { request: { id: string } }).request
  const { context } = await idp.createLoginResponse(sp, { extract: { request: { id } } }, 'post', { email })
  return { requestId: id, context }
}

/** The pages of a provider; `key` is the one that it currently signs with. */
type Pages = { key: CertifiedKey; ssoUrl: string; close: () => void }

/**
 * Serves the pages of such a provider for the service whose metadata `metadataOfSp` reads. One page asks for the
 * address of the person, the next one posts the answer.
 */
export async function openSamlProvider(metadataOfSp: () => Promise<string>): Promise<Pages> {
  const pages: Pages = { key: 'idp', ssoUrl: '', close: () => {} }
  const pageAt = async (url: string) => {
    const { searchParams } = new URL(url, 'http://provider')
    const email = searchParams.get('email')
    if (email === null) return whoPage(searchParams)
    const metadata = await metadataOfSp()
    const answer = await samlifyAnswer(metadata, Object.fromEntries(searchParams), email, pages.key)
    return backPage(/AssertionConsumerService[^>]*Location="([^"]+)"/.exec(metadata)![1], answer.context)
  }
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html')
    pageAt(request.url!).then(
      (page) => response.end(`<!doctype html><html lang="en"><title>Provider</title>${page}`),
      (error: Error) => response.writeHead(500).end(error.message)
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  pages.ssoUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sso`
  pages.close = () => {
    server.close()
    server.closeAllConnections()
  }
  return pages
}

const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${value}">`

const whoPage = (asked: URLSearchParams) =>
  `<form>${[...asked].map(([name, value]) => hidden(name, value)).join('')}
   <label>Who are you? <input name="email"></label><button>Sign in</button></form>`

const backPage = (acs: string, answer: string) =>
  `<form method="post" action="${acs}">${hidden('SAMLResponse', answer)}<button>Go on</button></form>`
