import Refusal from '#kernel/refusals/refusal'
import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/** The state of a locked user. */
export type LockedUser = {
  id: string
  email: string
  passwordHash: string | null
  emailVerified: boolean
  secondFactor: boolean
  /** A platform admin has switched the account off. */
  disabled: boolean
}

/**
 * Locks a user; null when there is none. Whatever makes, renews or ends a user's sessions, or changes the credentials,
 * does this first: so nothing of that overlooks what another is making, and all of it is locked in one order. Rows
 * that only refer to the user can be written meanwhile.
 */
export function lockUser(trx: Trx, userId: string): Promise<LockedUser | null> {
  return firstRow(
    trx,
    `select id, email, password_hash as "passwordHash", email_verified_at is not null as "emailVerified",
       totp_secret is not null as "secondFactor", disabled_at is not null as disabled
     from users where id = ? for no key update`,
    [userId]
  )
}

/** Locks the user whose refresh token has this hash; null for a token that nobody was given. */
export async function lockUserOfToken(trx: Trx, tokenHash: string): Promise<LockedUser | null> {
  const session = await firstRow<{ userId: string }>(
    trx,
    `select user_id as "userId" from refresh_sessions where token_hash = ?`,
    [tokenHash]
  )
  return session && lockUser(trx, session.userId)
}

/** Lets a user in who has proved who they are. @throws Refusal FORBIDDEN for a disabled account. */
export function assertEnabled({ disabled }: Pick<LockedUser, 'disabled'>) {
  if (disabled)
    throw new Refusal('FORBIDDEN', { message: 'This account is disabled: ask whoever runs the service' })
}
