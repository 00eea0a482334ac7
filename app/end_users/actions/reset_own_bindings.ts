import { inject } from '@adonisjs/core'
import { firstRow } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import { clearBindings } from '#licensing/actions/reset_bindings'
import FindOwnLicenses from '#end_users/queries/find_own_licenses'
import type { OwnLicense } from '#end_users/queries/own_license_rows'
import type { ResetKind } from '#end_users/rules/reset_budget'
import type { Reach } from '#end_users/store/reach'
import { lockOwnLicense } from './lock_own_license.js'
import { spendReset } from './spend_reset.js'

/**
 * Does a self-service reset (contract/09-end-users#95-licenses-eu), which also ends the sessions of the license. If
 * nothing is bound, it changes nothing and uses no reset.
 * @throws Refusal those of `lockOwnLicense`; LIMIT_REACHED when the budget is used up.
 */
@inject()
export default class ResetOwnBindings {
  constructor(protected licenses: FindOwnLicenses) {}

  async execute(
    reach: Reach,
    id: string,
    kind: ResetKind,
    at?: Millis
  ): Promise<{ license: OwnLicense; changed: boolean }> {
    return transaction(async (trx) => {
      const { state, now } = await lockOwnLicense(trx, reach, id, at)
      const changed = await isBound(trx, id, kind)
      if (changed) {
        await spendReset(trx, state, kind, reach.endUserId, now)
        await clearBindings(trx, [state], kind, { actor: reach.actor, now })
      }
      return { license: await this.licenses.byId(reach, id, now, trx), changed }
    })
  }
}

async function isBound(trx: Trx, id: string, kind: ResetKind): Promise<boolean> {
  const sql = `select 1 from license_bindings where license_id = ? and kind = ? limit 1`
  return (await firstRow(trx, sql, [id, kind])) !== null
}
