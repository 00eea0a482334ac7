import Refusal from '#kernel/refusals/refusal'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import { lockLicense, momentOf } from '#licensing/actions/change_license'
import { markExpiredAfterRefusal } from '#licensing/actions/expire_licenses'
import { expire } from '#licensing/rules/changes'
import type { LicenseState } from '#licensing/rules/license'
import { ownersOf } from '#licensing/store/license_owners'
import type { Reach } from '#end_users/store/reach'

/** A locked license, and the moment of the action: that of the lock, unless the caller states one. */
type OwnLocked = { state: LicenseState; now: Millis }

/**
 * Locks a license for an action of its own end user (contract/00-shared-rules). A frozen license counts as ACTIVE.
 * @throws Refusal LICENSE_NOT_FOUND for a license outside of the token's reach, LICENSE_NOT_OWNED for a license of
 *   another end user or without an owner, LICENSE_INACTIVE unless it is ACTIVE and has not expired.
 */
export async function lockOwnLicense(trx: Trx, reach: Reach, id: string, at?: Millis): Promise<OwnLocked> {
  const state = await lockLicense(trx, reach, id)
  const now = momentOf(at)
  const owner = (await ownersOf(trx, [id])).get(id) ?? null
  if (owner === null || owner !== reach.endUserId) throw new Refusal('LICENSE_NOT_OWNED')
  if (state.status !== 'ACTIVE') throw new Refusal('LICENSE_INACTIVE')
  if (expire(state, now)) {
    markExpiredAfterRefusal(trx, state)
    throw new Refusal('LICENSE_INACTIVE')
  }
  return { state, now }
}
