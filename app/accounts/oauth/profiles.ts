/** An identity at a provider; `email` only if the provider has verified it. */
export type Identity = { subject: string; email: string | null }

/** Providers of plain OAuth 2. Each one returns the identity of a user in a different format. */
export type Profile = 'github' | 'discord'

/**
 * GitHub: `GET /user` has a number as id. Its email is the one that the user shows publicly. The emails that GitHub
 * has verified are in `GET /user/emails`; the primary one of them is used. Returns null for any other content.
 */
export function githubIdentity(user: unknown, emails: unknown): Identity | null {
  const id = field(user, 'id')
  if (!Number.isSafeInteger(id)) return null
  const all: unknown[] = Array.isArray(emails) ? emails : []
  const primary = all.find((one) => field(one, 'primary') === true && field(one, 'verified') === true)
  return { subject: String(id), email: text(field(primary, 'email')) }
}

/** Discord: `GET /users/@me` has a snowflake (digits in a string) as id. Returns null for any other content. */
export function discordIdentity(user: unknown): Identity | null {
  const id = field(user, 'id')
  if (typeof id !== 'string' || !/^\d{1,20}$/.test(id)) return null
  return { subject: id, email: field(user, 'verified') === true ? text(field(user, 'email')) : null }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
