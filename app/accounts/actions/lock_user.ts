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
  /** True if a platform admin has disabled the account. */
  disabled: boolean
  /** Begins anew when all tokens of the user end at once. */
  tokenGeneration: number
}

/**
 * Locks a user; returns null if the user does not exist. Every action that creates, renews or ends sessions of a user,
 * or changes the user's credentials, calls this first. So no such action overlooks the work of another, and all of
 * them lock in one order. Rows that only reference the user can still be written.
 */
export function lockUser(trx: Trx, userId: string): Promise<LockedUser | null> {
  return firstRow(
    trx,
    `select id, email, password_hash as "passwordHash", email_verified_at is not null as "emailVerified",
       totp_secret is not null as "secondFactor", disabled_at is not null as disabled,
       token_generation as "tokenGeneration"
     from users where id = ? for no key update`,
    [userId]
  )
}

/** Locks the user whose refresh token has this hash; returns null for an unknown token. */
export async function lockUserOfToken(trx: Trx, tokenHash: string): Promise<LockedUser | null> {
  const session = await firstRow<{ userId: string }>(
    trx,
    `select user_id as "userId" from refresh_sessions where token_hash = ?`,
    [tokenHash]
  )
  return session && lockUser(trx, session.userId)
}

/** Checks that an authenticated user may sign in. @throws Refusal FORBIDDEN if the account is disabled. */
export function assertEnabled({ disabled }: Pick<LockedUser, 'disabled'>) {
  if (disabled)
    throw new Refusal('FORBIDDEN', {
      message: 'This account is disabled: contact the operator of the service',
    })
}
