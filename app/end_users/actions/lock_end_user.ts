import { firstRow, millis } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'

/** The state of a locked end user. */
export type LockedEndUser = {
  id: string
  email: string | null
  emailVerifiedAt: Millis | null
  passwordHash: string | null
  externalId: string | null
  banned: boolean
  mergedInto: string | null
  erased: boolean
}

/**
 * Locks an end user of an org; null if there is none. Code that creates, renews or ends sessions or changes the
 * profile calls this first, so that it sees everything that concurrent transactions have done. Lock several end users
 * in the order of their ids.
 */
export function lockEndUser(trx: Trx, orgId: string, id: string): Promise<LockedEndUser | null> {
  return firstRow(
    trx,
    `select id, email, ${millis('email_verified_at', 'emailVerifiedAt')}, password_hash as "passwordHash",
       external_id as "externalId", banned_at is not null as banned, merged_into as "mergedInto",
       erased_at is not null as erased
     from end_users where org_id = ? and id = ? for no key update`,
    [orgId, id]
  )
}
