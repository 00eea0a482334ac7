import type { Millis } from '#kernel/time/millis'

/** Texts and looks of a storefront; a field that is not set is null. */
export type StorefrontSettings = {
  name: string
  description: string | null
  currency: string | null
  supportEmail: string | null
  termsUrl: string | null
  theme: StorefrontTheme | null
  /** Whether a fulfilled order mails its keys to its end user. */
  deliveryMail: boolean
}

/** How a storefront looks to its visitors. */
type StorefrontTheme = Partial<Record<'logoUrl' | 'accentColor', string>>

/** The storefront of an org (contract/10-storefront#102-setup). */
export type Storefront = StorefrontSettings & {
  id: string
  orgId: string
  slug: string
  published: boolean
  /** Set by the operator: while it is there, nobody finds the storefront. */
  suspendedAt: Millis | null
  createdAt: Millis
  updatedAt: Millis
}

/** The hosts of a storefront: that of its slug, where the deployment has a domain for them, then its own. */
export function hostnamesOf(slug: string, domain: string | undefined, own: readonly string[]): string[] {
  return [...(domain ? [`${slug}.${domain}`] : []), ...own]
}

/** Where visitors find a storefront: at its own host if it has one. Null where it has no host at all. */
export function urlOfStorefront(
  slug: string,
  domain: string | undefined,
  own: readonly string[]
): string | null {
  const host = own[0] ?? hostnamesOf(slug, domain, [])[0]
  return host ? `https://${host}` : null
}
