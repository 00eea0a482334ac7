import { lockProofs } from '#end_users/store/lock_proofs'
import { transaction } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'
import type { Millis } from '#kernel/time/millis'
import { endSignIns } from './end_sign_ins.js'
import { lockEndUser } from './lock_end_user.js'

/** Ends sign-ins for the end user whose they are (contract/09-end-users#94-the-end-user-himself-eu). */
export default class EndOwnSignIns {
  /** Ends all of them, with the codes and links under way; returns how many there were. */
  all(orgId: string, endUserId: string, now: Millis = Date.now()): Promise<number> {
    return transaction(async (trx) => {
      await lockProofs(trx, orgId, endUserId)
      await lockEndUser(trx, orgId, endUserId)
      return endSignIns(trx, orgId, endUserId, {}, now)
    })
  }

  /** @throws Refusal NOT_FOUND for one that has ended, and for one of somebody else */
  one(orgId: string, endUserId: string, id: string, now: Millis = Date.now()): Promise<void> {
    return transaction(async (trx) => {
      await lockEndUser(trx, orgId, endUserId)
      const ended = await endSignIns(trx, orgId, endUserId, { only: id }, now)
      if (ended === 0) throw new Refusal('NOT_FOUND')
    })
  }
}
