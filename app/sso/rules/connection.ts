import type { Role } from '#orgs/rules/roles'
import type { Millis } from '#kernel/time/millis'

/** Kinds of identity providers. */
export const SSO_TYPES = ['saml', 'oidc'] as const
export type SsoType = (typeof SSO_TYPES)[number]

/** Roles that an identity provider may give: never OWNER. */
export const GIVEN_ROLES = ['ADMIN', 'MEMBER', 'VIEWER'] as const
export type GivenRole = (typeof GIVEN_ROLES)[number]

/** Names of the attributes in which a provider says who somebody is. */
export type AttributeMapping = { email?: string; firstName?: string; lastName?: string; groups?: string }

/** Where a provider of SAML is. */
export type SamlProvider = { entityId: string; ssoUrl: string; metadataUrl: string | null }

/** Where a provider of OpenID Connect is, who we are there, and whether each of its answers says who it is. */
export type OidcProvider = { issuer: string; clientId: string; namesItself?: boolean }

/** What an org says about its provider (contract/13-sso#131-setup-owner). */
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

/** How far clocks may differ, in milliseconds (contract/13-sso#133-what-an-answer-must-pass-saml-in-order). */
export const SSO_CLOCK_SKEW = 60_000

/** Hours of a session unless the org says otherwise. */
export const USUAL_HOURS = 12

/** How long before its end a certificate is announced. Milliseconds. */
export const ANNOUNCED_BEFORE = 30 * 24 * 3600 * 1000

/** Whether a provider can ask people to sign in there: the console leads the browser to it. */
export function isSignInPage(url: string): boolean {
  return /^https?:$/.test(URL.parse(url)?.protocol ?? '')
}

/** Whether another provider vouches for people from now on. */
export function isElsewhere(before: SsoSettings, after: SsoSettings): boolean {
  return before.saml?.entityId !== after.saml?.entityId || before.oidc?.issuer !== after.oidc?.issuer
}

/** The role that groups give: the highest of theirs, or else the usual one. */
export function roleOf(
  groups: readonly string[],
  { groupRoles, defaultRole }: Pick<SsoSettings, 'groupRoles' | 'defaultRole'>
): GivenRole {
  const given = groups.filter((group) => Object.hasOwn(groupRoles, group)).map((group) => groupRoles[group])
  return GIVEN_ROLES.find((role) => given.includes(role)) ?? defaultRole
}

/** The role of a member after a sign-in; an OWNER stays one, and others keep theirs unless roles follow groups. */
export function roleAfter(had: Role, given: GivenRole, syncRoles: boolean): Role {
  return had === 'OWNER' || !syncRoles ? had : given
}

/** Who signs in: the address of a person in its compared form; null for what is none. */
export function comparedEmail(text: unknown): { email: string; domain: string } | null {
  if (typeof text !== 'string' || text.length > 254) return null
  const email = text.trim().toLowerCase()
  const [, domain] = /^[^\s\p{Cc}"@<>\\,;:]+@([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)$/u.exec(email) ?? []
  return domain?.includes('.') ? { email, domain } : null
}

/** How somebody gets into an org: as everywhere, through SSO only, or past it, as an OWNER with the second factor. */
export type Enforcement = 'free' | 'required' | 'bypass'

/** The facts about a member; `captured` if the org enforces SSO for the address. */
export type EnforcementFacts = { captured: boolean; role: Role; secondFactor: boolean }

/** Whether a member without an SSO session of this org gets in (contract/13-sso#131-setup-owner). */
export function enforcementOf({ captured, role, secondFactor }: EnforcementFacts): Enforcement {
  if (!captured) return 'free'
  return role === 'OWNER' && secondFactor ? 'bypass' : 'required'
}
