import { personOf, type Attributes, type Vouched } from './attributes.js'
import type { AttributeMapping, SsoSettings } from './connection.js'

/** Algorithms with which an ID token may be signed: a public key, and SHA-256 or better (contract/13-sso). */
const ALGORITHMS = ['RS', 'PS', 'ES'].flatMap((key) => ['256', '384', '512'].map((size) => key + size))

/** What a provider of OpenID Connect says of itself, as far as it counts here. */
export type OidcMetadata = {
  issuer: string
  authorization_endpoint?: string
  token_endpoint?: string
  jwks_uri?: string
  id_token_signing_alg_values_supported?: string[]
}

/** The algorithms of a provider that are taken; one that names none signs with RS256. */
export function algorithmsOf({ id_token_signing_alg_values_supported: named }: OidcMetadata): string[] {
  return Array.isArray(named) ? named.filter((one) => ALGORITHMS.includes(one)) : ['RS256']
}

/**
 * Why a provider cannot be used, by its own words; null where it can. It must call itself exactly as the org does: a
 * template that stands for many issuers would let anybody's provider vouch.
 */
export function providerProblem(metadata: OidcMetadata, issuer: string): string | null {
  if (metadata.issuer !== issuer)
    return `The provider calls itself another issuer: ${metadata.issuer.slice(0, 200)}`
  const { authorization_endpoint: page, token_endpoint: token, jwks_uri: keys } = metadata
  const missing = Object.entries({ authorization_endpoint: page, token_endpoint: token, jwks_uri: keys })
    .filter(([, url]) => !/^https?:$/.test(URL.parse(String(url ?? ''))?.protocol ?? ''))
    .map(([name]) => name)
  if (missing.length > 0) return `The metadata of the provider lack a good ${missing.join(', ')}`
  if (algorithmsOf(metadata).length > 0) return null
  return `The provider signs ID tokens with none of ${ALGORITHMS.join(', ')}`
}

/** Whether a provider says in the ID token too little, and has the rest at a page of its own. */
export function lacksClaims(
  claims: Attributes,
  settings: Pick<SsoSettings, 'attributeMapping' | 'groupRoles'>
) {
  const { email, groups } = personOf(claims, settings.attributeMapping)
  return email === null || (groups.length === 0 && Object.keys(settings.groupRoles).length > 0)
}

/**
 * Somebody as the claims of a verified ID token describe them. An address that the provider itself calls unverified is
 * none to go by.
 */
export function oidcPersonOf(claims: Attributes, mapping: AttributeMapping): Vouched | { problem: string } {
  const { sub, email_verified: verified } = claims
  if (typeof sub !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(sub)) {
    return { problem: 'The provider does not say who signed in' }
  }
  if (verified === false || verified === 'false') {
    return { problem: 'The provider has not verified the email address' }
  }
  return { ...personOf(claims, mapping), subject: sub }
}
