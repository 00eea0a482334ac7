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

/** What a sign-in carries from its start to the callback. */
export type OidcFlow = { state: string; verifier: string; nonce: string }

/** Seconds that all of one call to a provider may take. */
const PATIENCE = 10

export function newOidcFlow(): OidcFlow {
  return {
    state: client.randomState(),
    verifier: client.randomPKCECodeVerifier(),
    nonce: client.randomNonce(),
  }
}

/**
 * Reads who a provider is and the keys with which it signs, and keeps nothing; whether each of its answers will say who
 * it is. @throws ProviderUnfit
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

/** The page of the provider that asks somebody to sign in. @throws ProviderUnfit */
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
 * Trades the code of a callback for the person whom the provider vouches for: state, PKCE, and of the ID token its
 * signature, algorithm, issuer, audience, nonce and times are checked
 * (contract/13-sso#133-what-an-answer-must-pass-saml-in-order).
 * @throws AnswerRefused, ProviderUnfit where the provider cannot be asked, Refusal FORBIDDEN for somebody whom it does not
 *   vouch for enough.
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

/** Asked anew each time, so that a provider may change its keys at any moment. @throws ProviderUnfit */
async function configurationOf(
  { issuer, clientId }: OidcProvider,
  clientSecret: string | null
): Promise<client.Configuration> {
  // A provider without TLS is fine on the machine of a developer and nowhere else.
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
  // The library takes the signature of an ID token that came over TLS for granted; here it is checked.
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
