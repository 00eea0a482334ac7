/** The format of a slug. It must be valid as a subdomain of the storefront domain. */
export const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** The minimum and the maximum length of a slug. Characters. */
export const SLUG_LENGTH = [3, 40] as const

/** Names that a visitor could mistake for a page of the service itself. */
const RESERVED = new Set([
  ...[
    'www',
    'api',
    'admin',
    'app',
    'apps',
    'mail',
    'smtp',
    'imap',
    'ftp',
    'status',
    'docs',
    'help',
    'support',
  ],
  ...[
    'blog',
    'cdn',
    'assets',
    'static',
    'login',
    'sign-in',
    'signin',
    'signup',
    'auth',
    'oauth',
    'sso',
    'account',
  ],
  ...[
    'accounts',
    'billing',
    'pay',
    'payments',
    'portal',
    'dashboard',
    'console',
    'security',
    'root',
    'system',
  ],
  ...['latchkey', 'dns', 'ns1', 'ns2', 'mx1', 'test', 'dev', 'staging', 'webhooks', 'internal', 'localhost'],
])

/** Returns whether a slug is reserved for the service, or has the punycode prefix `xn--`. */
export function isReservedSlug(slug: string): boolean {
  return RESERVED.has(slug) || slug.startsWith('xn--')
}
