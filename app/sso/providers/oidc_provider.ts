import * as client from 'openid-client'
import app from '@adonisjs/core/services/app'
import Refusal from '#kernel/refusals/refusal'
import { openSecret } from '#kernel/secrets/secrets'
import type { SsoConnection } from '#sso/queries/find_connection'
import { algorithmsOf, lacksClaims, oidcPersonOf, providerProblem } from '#sso/rules/oidc'
import type { Vouched } from '#sso/rules/attributes'
import { SSO_CLOCK_SKEW, type OidcProvider } from '#sso/rules/connection'
import { oidcRedirectUri } from '#sso/store/sso_addresses'
import { guardedResponse } from '#sso/store/guarded_response'
import { blamed, ProviderUnfit, unfit } from './oidc_faults.js'

/** The values that a sign-in keeps from its start to the callback. */
export type OidcFlow = { state: string; verifier: string; nonce: string }

/** Timeout of one request to a provider, in seconds. */
const PATIENCE = 10

export function newOidcFlow(): OidcFlow {
  return {
    state: client.randomState(),
    verifier: client.randomPKCECodeVerifier(),
    nonce: client.randomNonce(),
  }
}

/**
 * Checks that the metadata and the signing keys of a provider can be read, and stores nothing. `namesItself`: each of
 * its answers will carry `iss`. @throws ProviderUnfit
 */
export async function checkProvider({ issuer, clientId }: OidcProvider): Promise<{ namesItself: boolean }> {
  const config = await configurationOf({ issuer, clientId }, null)
  const response = await guardedResponse(config.serverMetadata().jwks_uri!).catch(unfit)
  const keys = response.ok ? await response.json().catch(() => null) : null
  if (Array.isArray((keys as { keys?: unknown } | null)?.keys)) {
    return { namesItself: config.serverMetadata().authorization_response_iss_parameter_supported === true }
  }
  throw new ProviderUnfit('The provider does not publish the keys with which it signs')
}

/** The URL of the provider's sign-in page, with the request of this flow. @throws ProviderUnfit */
export async function oidcRequestUrl(connection: SsoConnection, flow: OidcFlow): Promise<string> {
  const config = await configurationOf(connection.settings.oidc!, secretOf(connection))
  const asksGroups =
    Object.keys(connection.settings.groupRoles).length > 0 &&
    config.serverMetadata().scopes_supported?.includes('groups')
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: oidcRedirectUri(connection),
    scope: `openid email profile${asksGroups ? ' groups' : ''}`,
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
  })
  return url.href
}

/**
 * Exchanges the code of a callback for the person whom the provider vouches for. It checks the state, PKCE, and the
 * signature, algorithm, issuer, audience, nonce and times of the ID token
 * (contract/13-sso#133-what-an-answer-must-pass-saml-in-order).
 * @throws AnswerRefused; ProviderUnfit if the provider is out of reach or cannot be used; Refusal FORBIDDEN if it does
 *   not identify the person, or calls the email address unverified.
 */
export async function identifyByOidc(
  connection: SsoConnection,
  query: string,
  { state, verifier, nonce }: OidcFlow
): Promise<Vouched> {
  const config = await configurationOf(connection.settings.oidc!, secretOf(connection))
  const current = new URL(`${oidcRedirectUri(connection)}${query}`)
  const tokens = await client
    .authorizationCodeGrant(config, current, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    })
    .catch(blamed)
  const claims = tokens.claims()!
  const asksMore = lacksClaims(claims, connection.settings) && config.serverMetadata().userinfo_endpoint
  const more = asksMore
    ? await client.fetchUserInfo(config, tokens.access_token, claims.sub).catch(blamed)
    : {}
  const person = oidcPersonOf({ ...more, ...claims }, connection.settings.attributeMapping)
  if ('problem' in person) throw new Refusal('FORBIDDEN', { message: person.problem })
  return person
}

/** Reads the metadata anew each time, so that a provider can change its keys at any time. @throws ProviderUnfit */
async function configurationOf(
  { issuer, clientId }: OidcProvider,
  clientSecret: string | null
): Promise<client.Configuration> {
  // A provider without TLS is allowed outside production only, for local development.
  const insecure =
    new URL(issuer).protocol === 'http:' && !app.inProduction ? [client.allowInsecureRequests] : []
  const found = await client
    .discovery(new URL(issuer), clientId, undefined, undefined, {
      [client.customFetch]: guardedResponse,
      timeout: PATIENCE,
      execute: insecure,
    })
    .catch(unfit)
  const metadata = found.serverMetadata()
  const problem = providerProblem(metadata, issuer)
  if (problem) throw new ProviderUnfit(problem)
  const config = new client.Configuration(
    { ...metadata, supportsPKCE: undefined, id_token_signing_alg_values_supported: algorithmsOf(metadata) },
    clientId,
    { [client.clockTolerance]: SSO_CLOCK_SKEW / 1000 },
    clientSecret === null ? client.None() : authenticationOf(metadata, clientSecret)
  )
  config.timeout = PATIENCE
  config[client.customFetch] = guardedResponse
  // By default the library does not check the signature of an ID token that it received over TLS.
  for (const apply of [client.enableNonRepudiationChecks, ...insecure]) apply(config)
  return config
}

function authenticationOf(
  { token_endpoint_auth_methods_supported: methods }: client.ServerMetadata,
  secret: string
) {
  return methods?.includes('client_secret_post')
    ? client.ClientSecretPost(secret)
    : client.ClientSecretBasic(secret)
}

function secretOf({ id, clientSecret }: SsoConnection): string {
  return openSecret(clientSecret!, `sso_connections.client_secret:${id}`)
}
