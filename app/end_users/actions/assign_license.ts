import { readLicenses } from '#licensing/store/license_ledger'
import { changeStatus, type Decision } from '#licensing/rules/changes'
import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import type { Scope } from '#kernel/audit/scope'
import Refusal from '#kernel/refusals/refusal'
import type { LicenseDetail } from '#licensing/queries/read_license'
import { giveLicenses, ownersOf } from '#licensing/store/license_owners'
import { firstRow } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import type { EndUserName } from '#end_users/rules/named_person'
import { ensureEndUser } from './ensure_end_user.js'
import { conflict, lockLicense, momentOf, readBack } from '#licensing/actions/change_license'

/** Gives licenses to their end users (interface#49-secondary-route-set-under-api, contract#pending). */
export default class AssignLicense {
  /**
   * Makes an end user the owner of a license and replaces any earlier owner.
   * @throws Refusal those of `ensureEndUser`; LICENSE_NOT_FOUND
   */
  async assign(scope: Scope, id: string, name: EndUserName, at?: Millis): Promise<LicenseDetail> {
    return transaction(async (trx) => {
      await assertLicense(trx, scope, id)
      const owner = await ensureEndUser(trx, scope.orgId, name, momentOf(at))
      const state = await lockLicense(trx, scope, id)
      const now = momentOf(at)
      await give(trx, scope, state, owner, null, now)
      return readBack(trx, scope, id)
    })
  }

  /**
   * Gives a PENDING license to its owner: it becomes ACTIVE.
   * @throws Refusal LICENSE_NOT_FOUND for an unknown key, LICENSE_NOT_OWNED if it belongs to another end user,
   *   CONFLICT if it is no longer PENDING; those of `ensureEndUser`.
   */
  async redeem(scope: Scope, key: string, name: EndUserName, at?: Millis): Promise<LicenseDetail> {
    return transaction(async (trx) => {
      const found = await firstRow<{ id: string }>(
        trx,
        `select id from licenses where org_id = ? and key = ?`,
        [scope.orgId, key]
      )
      if (!found) throw new Refusal('LICENSE_NOT_FOUND')
      await assertLicense(trx, scope, found.id)
      const owner = await ensureEndUser(trx, scope.orgId, name, momentOf(at))
      const state = await lockLicense(trx, scope, found.id)
      const now = momentOf(at)
      const had = await ownerOf(trx, state.id)
      if (had !== null && had !== owner.id) throw new Refusal('LICENSE_NOT_OWNED')
      await give(trx, scope, state, owner, changeStatus(state, 'redeem', now), now)
      return readBack(trx, scope, state.id)
    })
  }
}

/**
 * Reads the license without a lock, because end users are locked before licenses. @throws Refusal LICENSE_NOT_FOUND
 */
async function assertLicense(trx: Trx, scope: Scope, id: string) {
  if ((await readLicenses(trx, scope, [id])).length === 0) throw new Refusal('LICENSE_NOT_FOUND')
}

/** Writes the owner and the status change that goes with it, if any. @throws Refusal CONFLICT */
async function give(
  trx: Trx,
  scope: Scope,
  state: LicenseState,
  owner: { id: string },
  decision: Decision | null,
  now: Millis
) {
  if (decision?.outcome === 'failed') throw conflict(decision.reason)
  const had = await ownerOf(trx, state.id)
  const redeemed = decision?.outcome === 'changed' ? decision.after : null
  await giveLicenses(trx, [{ state, had, redeemed }], owner.id, { actor: scope.actor, now })
}

async function ownerOf(trx: Trx, id: string): Promise<string | null> {
  return (await ownersOf(trx, [id])).get(id) ?? null
}
