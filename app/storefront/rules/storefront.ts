import type { Millis } from '#kernel/time/millis'

/** The texts and the theme of a storefront. A field that is not set is null. */
export type StorefrontSettings = {
  name: string
  description: string | null
  currency: string | null
  supportEmail: string | null
  termsUrl: string | null
  theme: StorefrontTheme | null
  /** True if a fulfilled order mails its keys to its end user. */
  deliveryMail: boolean
}

/** The logo and color that visitors see. */
type StorefrontTheme = Partial<Record<'logoUrl' | 'accentColor', string>>

/** The storefront of an org (contract/10-storefront#102-setup). */
export type Storefront = StorefrontSettings & {
  id: string
  orgId: string
  slug: string
  published: boolean
  /** Set if the operator has suspended the storefront: visitors cannot find it then. */
  suspendedAt: Millis | null
  createdAt: Millis
  updatedAt: Millis
}

/** The hosts of a storefront: its slug below the storefront domain, if the deployment has one, then its `own` hosts. */
export function hostnamesOf(slug: string, domain: string | undefined, own: readonly string[]): string[] {
  return [...(domain ? [`${slug}.${domain}`] : []), ...own]
}

/** The URL of a storefront: at its first own host, or else at the host of its slug. Null if it has no host. */
export function urlOfStorefront(
  slug: string,
  domain: string | undefined,
  own: readonly string[]
): string | null {
  const host = own[0] ?? hostnamesOf(slug, domain, [])[0]
  return host ? `https://${host}` : null
}
