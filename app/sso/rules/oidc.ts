import { personOf, type Attributes, type Vouched } from './attributes.js'
import type { AttributeMapping, SsoSettings } from './connection.js'

/** The accepted signature algorithms of ID tokens: public-key, with SHA-256 or stronger (contract/13-sso). */
const ALGORITHMS = ['RS', 'PS', 'ES'].flatMap((key) => ['256', '384', '512'].map((size) => key + size))

/** The fields of an OpenID Connect provider's metadata that are used here. */
export type OidcMetadata = {
  issuer: string
  authorization_endpoint?: string
  token_endpoint?: string
  jwks_uri?: string
  id_token_signing_alg_values_supported?: string[]
}

/** The accepted algorithms of a provider. RS256 if its metadata name no algorithms. */
export function algorithmsOf({ id_token_signing_alg_values_supported: named }: OidcMetadata): string[] {
  return Array.isArray(named) ? named.filter((one) => ALGORITHMS.includes(one)) : ['RS256']
}

/**
 * The reason why a provider cannot be used, from its own metadata; null if it can. Its issuer must be exactly the one
 * that the org has set: a template that matches many issuers would let a foreign provider vouch for people.
 */
export function providerProblem(metadata: OidcMetadata, issuer: string): string | null {
  if (metadata.issuer !== issuer) return `The provider names another issuer: ${metadata.issuer.slice(0, 200)}`
  const { authorization_endpoint: page, token_endpoint: token, jwks_uri: keys } = metadata
  const missing = Object.entries({ authorization_endpoint: page, token_endpoint: token, jwks_uri: keys })
    .filter(([, url]) => !/^https?:$/.test(URL.parse(String(url ?? ''))?.protocol ?? ''))
    .map(([name]) => name)
  if (missing.length > 0) return `The metadata of the provider have no valid ${missing.join(', ')}`
  if (algorithmsOf(metadata).length > 0) return null
  return `The provider signs ID tokens with none of ${ALGORITHMS.join(', ')}`
}

/** True if claims lack the email, or lack groups although groups give roles. */
export function lacksClaims(
  claims: Attributes,
  settings: Pick<SsoSettings, 'attributeMapping' | 'groupRoles'>
) {
  const { email, groups } = personOf(claims, settings.attributeMapping)
  return email === null || (groups.length === 0 && Object.keys(settings.groupRoles).length > 0)
}

/**
 * Reads a person from the claims of a verified ID token and of the userinfo endpoint. A person whose email address the
 * provider calls unverified is refused with a problem.
 */
export function oidcPersonOf(claims: Attributes, mapping: AttributeMapping): Vouched | { problem: string } {
  const { sub, email_verified: verified } = claims
  if (typeof sub !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(sub)) {
    return { problem: 'The provider did not send the id of the user who signed in' }
  }
  if (verified === false || verified === 'false') {
    return { problem: 'The provider has not verified the email address' }
  }
  return { ...personOf(claims, mapping), subject: sub }
}
