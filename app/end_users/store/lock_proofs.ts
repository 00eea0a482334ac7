import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/**
 * Locks the challenges and invites of an end user. A door locks its challenge or invite before the end user, so code
 * that ends challenges of a locked end user calls this first. Otherwise the two would deadlock.
 */
export async function lockProofs(trx: Trx, orgId: string, id: string) {
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
