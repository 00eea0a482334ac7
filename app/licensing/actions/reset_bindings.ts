import type { Millis } from '#kernel/time/millis'
import type { Scope } from '#kernel/audit/scope'
import type { LicenseDetail } from '#licensing/queries/read_license'
import type { LicenseState } from '#licensing/rules/license'
import { appendTimeline, type ChangeContext } from '#licensing/store/license_ledger'
import { recordEvents } from '#kernel/outbox/outbox'
import { firstRow, rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { lockLicense, readBack } from './change_license.js'

const EVENT = { HWID: 'license.hwid_reset', IP: 'license.ip_reset' } as const
const COUNTER = { HWID: 'hwid_reset_count', IP: 'ip_reset_count' } as const

/**
 * Clears all HWID or IP bindings of a license, so that it can bind to new devices or addresses
 * (interface#binding-resets). The merchant's own resets have no allowance.
 * @throws Refusal LICENSE_NOT_FOUND
 */
export default class ResetBindings {
  async execute(
    scope: Scope,
    id: string,
    kind: 'HWID' | 'IP',
    reason: string | null = null,
    now: Millis = Date.now()
  ): Promise<LicenseDetail> {
    return transaction(async (trx) => {
      const state = await lockLicense(trx, scope, id)
      await clearBindings(trx, state, kind, { actor: scope.actor, now, reason })
      return readBack(trx, scope, id, now)
    })
  }
}

/**
 * Clears the bindings of a locked license, with the counter, the timeline and the event of a reset: `resetCount` counts
 * all resets that there have been, whoever made them.
 */
export async function clearBindings(
  trx: Trx,
  { id, orgId, productId }: LicenseState,
  kind: 'HWID' | 'IP',
  context: ChangeContext
): Promise<void> {
  const { now } = context
  const cleared = await rows<{ value: string }>(
    trx,
    `delete from license_bindings where license_id = ? and kind = ? returning value`,
    [id, kind]
  )
  const row = await firstRow<{ resetCount: number; revision: number }>(
    trx,
    `update licenses set ${COUNTER[kind]} = ${COUNTER[kind]} + 1, revision = revision + 1,
       updated_at = to_timestamp(?::float8 / 1000) where id = ?
     returning ${COUNTER[kind]} as "resetCount", revision`,
    [now, id]
  )
  const { resetCount, revision } = row!
  const data = { cleared: cleared.length, resetCount, revision }
  await appendTimeline(trx, [{ orgId, licenseId: id, type: EVENT[kind], data }], context)
  const payload = { licenseId: id, productId, resetCount }
  await recordEvents(trx, [{ orgId, productId, name: EVENT[kind], data: payload }], now)
}
