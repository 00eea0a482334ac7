/** How a slug is made: the name of a host below the domain of all storefronts. */
export const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** The fewest and the most characters of a slug. */
export const SLUG_LENGTH = [3, 40] as const

/** Names that a visitor would take for the service's own. */
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

/** Whether a slug is kept for the service itself. */
export function isReservedSlug(slug: string): boolean {
  return RESERVED.has(slug) || slug.startsWith('xn--')
}
