/** An identity at a provider; `email` only if the provider has verified it. */
export type Identity = { subject: string; email: string | null }

/** Providers of plain OAuth 2, each of which says in a form of its own who somebody is. */
export type Profile = 'github' | 'discord'

/**
 * GitHub: `GET /user` with a number for an id. The email in there is what somebody shows to the public; the ones
 * that GitHub has verified are in `GET /user/emails`, of which the primary one counts. Null for anything else.
 */
export function githubIdentity(user: unknown, emails: unknown): Identity | null {
  const id = field(user, 'id')
  if (!Number.isSafeInteger(id)) return null
  const all: unknown[] = Array.isArray(emails) ? emails : []
  const primary = all.find((one) => field(one, 'primary') === true && field(one, 'verified') === true)
  return { subject: String(id), email: text(field(primary, 'email')) }
}

/** Discord: `GET /users/@me` with a snowflake, digits in a string, for an id. Null for anything else. */
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
