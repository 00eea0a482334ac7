import { CLAIMANT_COLUMNS } from '#end_users/queries/find_claimant'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'

/** The one sign-in to keep, or the only one to end, each given by its family id. */
type Which = { except?: string; only?: string }

/**
 * Ends sign-ins of an end user and returns how many ended. The caller has locked the end user. The access tokens of
 * ended sign-ins stop working at the commit. Without `except` and `only`, live challenges end as well, including those
 * that were mailed to the end user's address if a proof of it signs in this end user (see `whoProved`): otherwise they
 * may be those of its real owner.
 */
export async function endSignIns(
  trx: Trx,
  orgId: string,
  endUserId: string,
  { except, only }: Which,
  now: Millis
): Promise<number> {
  const at = new Date(now)
  const ended = await rows<{ family: string }>(
    trx,
    `update end_user_sessions set revoked_at = ?
     where org_id = ? and end_user_id = ? and revoked_at is null
       and (?::uuid is null or family_id <> ?::uuid) and (?::uuid is null or family_id = ?::uuid)
     returning family_id as family`,
    [at, orgId, endUserId, except ?? null, except ?? null, only ?? null, only ?? null]
  )
  if (!except && !only) {
    await rows(
      trx,
      `update end_user_challenges c set used_at = ? where c.org_id = ? and c.used_at is null
         and (c.end_user_id = ? or c.end_user_id is null
           and c.email = (
             select h.email from (select u.email, ${CLAIMANT_COLUMNS} from end_users u where u.org_id = ? and u.id = ?) h
             where h.proved or not h."hasOtherDoor"))`,
      [at, orgId, endUserId, orgId, endUserId]
    )
  }
  return new Set(ended.map(({ family }) => family)).size
}
