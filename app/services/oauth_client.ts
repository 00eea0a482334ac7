import * as client from 'openid-client'
import app from '@adonisjs/core/services/app'
import { callbackUrl, type OauthProvider } from '#config/oauth'

/** Seconds that a provider gets to answer. */
const PATIENCE = 8

/** What a linking carries from its start to the callback. */
export type Linking = { state: string; verifier: string; nonce: string }

/** Who somebody is at a provider; `email` only when the provider vouches for it. */
export type Identity = { subject: string; email: string | null }

export function newLinking(): Linking {
  return {
    state: client.randomState(),
    verifier: client.randomPKCECodeVerifier(),
    nonce: client.randomNonce(),
  }
}

/** The page of the provider that asks its user for consent. Errors: whatever an unreachable provider gives. */
export async function authorizationUrl(
  provider: OauthProvider,
  { state, verifier, nonce }: Linking
): Promise<string> {
  const url = client.buildAuthorizationUrl(await configurationOf(provider), {
    redirect_uri: callbackUrl(provider.name),
    scope: provider.scope,
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(provider.kind === 'oidc' ? { nonce } : {}),
  })
  return url.href
}

/**
 * Trades the code of a callback for the identity that the provider vouches for: state, PKCE and, with OpenID
 * Connect, the signature and nonce of the ID token are checked. Errors: anything that does not add up.
 */
export async function identify(
  provider: OauthProvider,
  query: string,
  { state, verifier, nonce }: Linking
): Promise<Identity> {
  const config = await configurationOf(provider)
  const current = new URL(`${callbackUrl(provider.name)}${query}`)
  const tokens = await client.authorizationCodeGrant(config, current, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    ...(provider.kind === 'oidc' ? { expectedNonce: nonce, idTokenExpected: true } : {}),
  })
  if (provider.kind === 'oidc') {
    const { sub, email, email_verified: verified } = tokens.claims()!
    return { subject: sub, email: verified === true && typeof email === 'string' ? email : null }
  }
  const response = await client.fetchProtectedResource(
    config,
    tokens.access_token,
    new URL(provider.userInfo),
    'GET'
  )
  const { id } = (await response.json()) as { id?: string | number }
  if (!response.ok || id === undefined) throw new Error('The provider did not say who the user is')
  return { subject: String(id), email: null }
}

const discovered = new Map<OauthProvider, client.Configuration>()

async function configurationOf(provider: OauthProvider): Promise<client.Configuration> {
  const known = discovered.get(provider)
  if (known) return known
  const config = provider.kind === 'oidc' ? await discover(provider) : described(provider)
  config.timeout = PATIENCE
  discovered.set(provider, config)
  return config
}

/** A provider without TLS is fine on the machine of a developer and nowhere else. */
function discover({ issuer, clientId, clientSecret }: OauthProvider) {
  const server = new URL(issuer)
  const insecure = server.protocol === 'http:' && !app.inProduction
  return client.discovery(server, clientId, clientSecret, undefined, {
    timeout: PATIENCE,
    execute: insecure ? [client.allowInsecureRequests] : [],
  })
}

function described(provider: Extract<OauthProvider, { kind: 'oauth2' }>) {
  const { issuer, authorize, token, clientId, clientSecret } = provider
  return new client.Configuration(
    { issuer, authorization_endpoint: authorize, token_endpoint: token },
    clientId,
    clientSecret
  )
}
