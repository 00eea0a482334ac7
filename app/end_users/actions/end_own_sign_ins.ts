import { lockProofs } from '#end_users/store/lock_proofs'
import { transaction } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'
import type { Millis } from '#kernel/time/millis'
import { endSignIns } from './end_sign_ins.js'
import { lockEndUser } from './lock_end_user.js'

/** Ends sign-ins at the request of their own end user (contract/09-end-users#94-the-end-user-himself-eu). */
export default class EndOwnSignIns {
  /** Ends all sign-ins, and all unused codes and links; returns how many sign-ins ended. */
  all(orgId: string, endUserId: string, now: Millis = Date.now()): Promise<number> {
    return transaction(async (trx) => {
      await lockProofs(trx, orgId, endUserId)
      await lockEndUser(trx, orgId, endUserId)
      return endSignIns(trx, orgId, endUserId, {}, now)
    })
  }

  /** Ends one sign-in. @throws Refusal NOT_FOUND if it has ended already or belongs to another end user */
  one(orgId: string, endUserId: string, id: string, now: Millis = Date.now()): Promise<void> {
    return transaction(async (trx) => {
      await lockEndUser(trx, orgId, endUserId)
      const ended = await endSignIns(trx, orgId, endUserId, { only: id }, now)
      if (ended === 0) throw new Refusal('NOT_FOUND')
    })
  }
}
