import type { Role } from '#orgs/rules/roles'
import type { Millis } from '#kernel/time/millis'
import { plainEmail } from '#kernel/text/email'

/** The protocols of identity providers. */
export const SSO_TYPES = ['saml', 'oidc'] as const
export type SsoType = (typeof SSO_TYPES)[number]

/** The roles that an identity provider may give, from the highest to the lowest; never OWNER. */
export const GIVEN_ROLES = ['ADMIN', 'MEMBER', 'VIEWER'] as const
export type GivenRole = (typeof GIVEN_ROLES)[number]

/** The provider's names of the attributes that describe a person. */
export type AttributeMapping = { email?: string; firstName?: string; lastName?: string; groups?: string }

/** The addresses of a SAML provider. */
export type SamlProvider = { entityId: string; ssoUrl: string; metadataUrl: string | null }

/** An OpenID Connect provider and our client there. `namesItself`: each of its answers carries `iss` (RFC 9207). */
export type OidcProvider = { issuer: string; clientId: string; namesItself?: boolean }

/** The settings of an SSO connection (contract/13-sso#131-setup-owner). */
export type SsoSettings = {
  saml: SamlProvider | null
  oidc: OidcProvider | null
  attributeMapping: AttributeMapping
  defaultRole: GivenRole
  groupRoles: Record<string, GivenRole>
  jit: boolean
  syncRoles: boolean
  sessionHours: number
}

/** A certificate with which a provider signs. */
export type SsoCertificate = { fingerprint: string; pem: string; notAfter: Millis }

/** Accepted clock skew, in milliseconds (contract/13-sso#133-what-an-answer-must-pass-saml-in-order). */
export const SSO_CLOCK_SKEW = 60_000

/** Default lifetime of a session, in hours. */
export const USUAL_HOURS = 12

/** A certificate is announced this long before its end. Milliseconds. */
export const ANNOUNCED_BEFORE = 30 * 24 * 3600 * 1000

/** True if a URL can be a sign-in page. The console sends the browser there, so only http and https are allowed. */
export function isSignInPage(url: string): boolean {
  return /^https?:$/.test(URL.parse(url)?.protocol ?? '')
}

/** True if the new settings name another provider. */
export function isElsewhere(before: SsoSettings, after: SsoSettings): boolean {
  return before.saml?.entityId !== after.saml?.entityId || before.oidc?.issuer !== after.oidc?.issuer
}

/** The highest role that the groups give; `defaultRole` if none of them gives one. */
export function roleOf(
  groups: readonly string[],
  { groupRoles, defaultRole }: Pick<SsoSettings, 'groupRoles' | 'defaultRole'>
): GivenRole {
  const given = groups.filter((group) => Object.hasOwn(groupRoles, group)).map((group) => groupRoles[group])
  return GIVEN_ROLES.find((role) => given.includes(role)) ?? defaultRole
}

/** The role of a member after a sign-in. An OWNER stays OWNER; other roles change only if `syncRoles` is on. */
export function roleAfter(had: Role, given: GivenRole, syncRoles: boolean): Role {
  return had === 'OWNER' || !syncRoles ? had : given
}

/** Normalizes an email address for comparison; null for an invalid one. */
export function comparedEmail(text: unknown): { email: string; domain: string } | null {
  if (typeof text !== 'string' || text.length > 254) return null
  const email = plainEmail(text)
  const [, domain] = /^[^\s\p{Cc}"@<>\\,;:]+@([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)$/u.exec(email) ?? []
  return domain?.includes('.') ? { email, domain } : null
}

/**
 * How a member may enter an org: `free` with any sign-in, `required` only through SSO, `bypass` without SSO as an OWNER
 * with the second factor.
 */
export type Enforcement = 'free' | 'required' | 'bypass'

/** The facts about a member. `captured`: the org enforces SSO for the member's address. */
export type EnforcementFacts = { captured: boolean; role: Role; secondFactor: boolean }

/** Decides how a member without an SSO session of this org may enter it (contract/13-sso#131-setup-owner). */
export function enforcementOf({ captured, role, secondFactor }: EnforcementFacts): Enforcement {
  if (!captured) return 'free'
  return role === 'OWNER' && secondFactor ? 'bypass' : 'required'
}
