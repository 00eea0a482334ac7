import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/**
 * Locks the challenges and invites of an end user. A door locks its challenge or invite before the end user, so code
 * that ends challenges of a locked end user calls this first. Otherwise the two would deadlock. Callers for the same
 * end user take turns: one that comes later could otherwise lock a challenge that is new since, and wait for the rest.
 */
export async function lockProofs(trx: Trx, orgId: string, id: string) {
  await takeTurns(trx, '?', [id])
  const address = `(select u.email from end_users u where u.org_id = ? and u.id = ?)`
  await rows(
    trx,
    `select id from end_user_challenges where org_id = ? and (end_user_id = ? or email = ${address})
     order by id for update`,
    [orgId, id, orgId, id]
  )
  await rows(
    trx,
    `select id from end_user_invites where org_id = ? and (end_user_id = ? or email = ${address})
     order by id for update`,
    [orgId, id, orgId, id]
  )
}

/** Does the same for the end user who has an address, or gets it in this transaction. */
export async function lockProofsOfAddress(trx: Trx, orgId: string, email: string) {
  const holder = `(select u.id from end_users u where u.org_id = ? and u.email = ?)`
  await takeTurns(trx, `coalesce(${holder}::text, ?)`, [orgId, email, `${orgId} ${email}`])
  await rows(
    trx,
    `select id from end_user_challenges where org_id = ? and (email = ? or end_user_id = ${holder})
     order by id for update`,
    [orgId, email, orgId, email]
  )
  await rows(trx, `select id from end_user_invites where org_id = ? and email = ? order by id for update`, [
    orgId,
    email,
  ])
}

/** `whose` is an SQL expression for the id of the end user. */
function takeTurns(trx: Trx, whose: string, values: string[]) {
  return rows(trx, `select pg_advisory_xact_lock(hashtextextended('proofs ' || ${whose}, 0))`, values)
}
