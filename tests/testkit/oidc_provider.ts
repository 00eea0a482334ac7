import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { callbackUrl, oauthProviders } from '#config/oauth'

type Provider = { callback(): Parameters<typeof createServer>[1] }
type ProviderClass = new (issuer: string, configuration: object) => Provider

const CLIENT = { clientId: 'latchkey', clientSecret: 'a secret of the client, long enough' }

/** The claims of the provider about a person, in addition to `sub`, which is the name entered on its sign-in page. */
type Says = (login: string) => Record<string, unknown> | Promise<Record<string, unknown>>

const usual: Says = (login) => ({ email: `${login}@provider.example`, email_verified: true })

/**
 * A real OpenID Connect provider on loopback with one client. With `conform`, only UserInfo contains the claims about
 * the person.
 */
export async function openOidcProvider(redirectUri: string, says: Says = usual, conform = false) {
  const { default: OidcProvider } = (await import('oidc-provider')) as { default: ProviderClass }
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new OidcProvider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups'] },
    conformIdTokenClaims: conform,
    pkce: { required: () => true },
    cookies: { keys: ['a key for cookies'] },
    findAccount: (_ctx: unknown, id: string) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...(await says(id)) }),
    }),
  })
  server.on('request', provider.callback()!)
  return { issuer, ...CLIENT, close: () => close(server) }
}

/** Opens such a provider and registers it as one to link accounts to, until it is closed. */
export async function startOidcProvider(name: string) {
  const { issuer, close: end } = await openOidcProvider(callbackUrl(name))
  oauthProviders.set(name, { name, kind: 'oidc', issuer, scope: 'openid email', ...CLIENT })
  return {
    issuer,
    close: () => {
      oauthProviders.delete(name)
      return end()
    },
  }
}

/** Goes through the provider's pages as a person called `login`; returns the URL to which the provider redirects. */
export async function consent(authorizationUrl: string, login: string): Promise<string> {
  const jar = new Map<string, string>()
  const origin = new URL(authorizationUrl).origin
  let url = authorizationUrl
  let form: URLSearchParams | undefined
  for (let step = 0; step < 12; step++) {
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      body: form,
      redirect: 'manual',
      headers: { cookie: [...jar].map(([key, value]) => `${key}=${value}`).join('; ') },
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair] = line.split(';')
      const at = pair.indexOf('=')
      jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    form = undefined
    const location = response.headers.get('location')
    if (location) {
      url = new URL(location, url).href
      if (!url.startsWith(origin)) return url
      continue
    }
    const page = await response.text()
    url = new URL(/action="([^"]+)"/.exec(page)![1], url).href
    const prompt = /name="prompt" value="(\w+)"/.exec(page)![1]
    form = new URLSearchParams(prompt === 'login' ? { prompt, login, password: 'any' } : { prompt })
  }
  throw new Error('The provider did not send anybody back')
}

function close(server: Server) {
  return new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
