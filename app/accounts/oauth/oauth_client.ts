import * as client from 'openid-client'
import logger from '@adonisjs/core/services/logger'
import app from '@adonisjs/core/services/app'
import { callbackUrl, type OauthProvider } from '#config/oauth'
import Refusal from '#kernel/refusals/refusal'
import { discordIdentity, githubIdentity, type Identity } from './profiles.js'

/** The timeout of a request to a provider, in seconds. */
const PATIENCE = 8

/** The values that a linking or a sign-in keeps from its start to the callback. */
export type Linking = { state: string; verifier: string; nonce: string }

export function newLinking(): Linking {
  return {
    state: client.randomState(),
    verifier: client.randomPKCECodeVerifier(),
    nonce: client.randomNonce(),
  }
}

/**
 * Returns the page of the provider where the user consents.
 * @throws Refusal CONFIG_ERROR if the provider cannot be reached.
 */
export function authorizationUrl(provider: OauthProvider, linking: Linking): Promise<string> {
  return consentPage(provider, linking).catch((error: unknown) => {
    logger.error({ err: error, provider: provider.name }, 'identity provider cannot be asked')
    throw new Refusal('CONFIG_ERROR', { message: 'The identity provider cannot be reached' })
  })
}

async function consentPage(provider: OauthProvider, { state, verifier, nonce }: Linking): Promise<string> {
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
 * Exchanges the code of a callback for the identity that the provider vouches for. Checks the state, PKCE and, with
 * OpenID Connect, the signature and nonce of the ID token.
 * @throws Error if one of these checks fails, or if the provider does not return an identity.
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
  const identity = await profileOf(config, provider, tokens.access_token)
  if (!identity) throw new Error('The provider did not say who the user is')
  return identity
}

type PlainProvider = Extract<OauthProvider, { kind: 'oauth2' }>

async function profileOf(config: client.Configuration, provider: PlainProvider, accessToken: string) {
  const { profile, endpoints } = provider
  const read = async (url: string): Promise<unknown> => {
    const response = await client.fetchProtectedResource(config, accessToken, new URL(url), 'GET')
    if (response.status >= 500) throw new Error(`The provider answered ${response.status}`)
    return response.ok ? response.json() : null
  }
  const user = await read(endpoints.user)
  if (profile === 'discord') return discordIdentity(user)
  // Without the permission for emails there is no email. Linking works without one.
  return githubIdentity(user, endpoints.emails ? await read(endpoints.emails) : null)
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

/** Allows a provider without TLS outside production only. */
const mayBeInsecure = (url: string) => new URL(url).protocol === 'http:' && !app.inProduction

function discover({ issuer, clientId, clientSecret }: OauthProvider) {
  return client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: PATIENCE,
    // By default the library trusts an ID token that came over TLS. This option makes it check the signature.
    execute: [
      client.enableNonRepudiationChecks,
      ...(mayBeInsecure(issuer) ? [client.allowInsecureRequests] : []),
    ],
  })
}

function described({ issuer, endpoints, clientId, clientSecret }: PlainProvider) {
  const config = new client.Configuration(
    { issuer, authorization_endpoint: endpoints.authorize, token_endpoint: endpoints.token },
    clientId,
    clientSecret
  )
  if (mayBeInsecure(endpoints.token)) client.allowInsecureRequests(config)
  return config
}
