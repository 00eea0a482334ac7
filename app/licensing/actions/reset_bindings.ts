import type { Millis } from '#kernel/time/millis'
import type { Scope } from '#kernel/audit/scope'
import type { LicenseDetail } from '#licensing/queries/read_license'
import type { LicenseState } from '#licensing/rules/license'
import { appendTimeline, type ChangeContext } from '#licensing/store/license_ledger'
import { recordEvents } from '#kernel/outbox/outbox'
import { rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { lockLicense, momentOf, readBack } from './change_license.js'

const EVENT = { HWID: 'license.hwid_reset', IP: 'license.ip_reset' } as const
const COUNTER = { HWID: 'hwid_reset_count', IP: 'ip_reset_count' } as const

/**
 * Clears all HWID or IP bindings of a license, so that it can bind to new devices or addresses
 * (interface#binding-resets). No allowance limits the resets that a merchant makes.
 * @throws Refusal LICENSE_NOT_FOUND
 */
export default class ResetBindings {
  async execute(
    scope: Scope,
    id: string,
    kind: 'HWID' | 'IP',
    reason: string | null = null,
    at?: Millis
  ): Promise<LicenseDetail> {
    return transaction(async (trx) => {
      const state = await lockLicense(trx, scope, id)
      const now = momentOf(at)
      await clearBindings(trx, [state], kind, { actor: scope.actor, now, reason })
      return readBack(trx, scope, id)
    })
  }
}

/**
 * Clears the bindings of locked licenses and writes the counters, timelines and events of a reset, in a fixed number
 * of statements. The sessions of licenses that were bound end, or the old device would keep the only seat for up to a
 * day. `resetCount` counts all resets of the license, by merchants and by end users.
 */
export async function clearBindings(
  trx: Trx,
  states: LicenseState[],
  kind: 'HWID' | 'IP',
  context: ChangeContext
): Promise<void> {
  if (states.length === 0) return
  const { now } = context
  const ids = states.map(({ id }) => id)
  const cleared = await rows<{ id: string; count: number }>(
    trx,
    `with gone as (delete from license_bindings where license_id = any(?::uuid[]) and kind = ? returning license_id)
     select license_id as id, count(*)::int as count from gone group by license_id`,
    [ids, kind]
  )
  await rows(trx, `delete from license_sessions where license_id = any(?::uuid[])`, [
    cleared.map(({ id }) => id),
  ])
  const counted = await rows<{ id: string; resetCount: number; revision: number }>(
    trx,
    `update licenses set ${COUNTER[kind]} = ${COUNTER[kind]} + 1, revision = revision + 1,
       updated_at = to_timestamp(?::float8 / 1000) where id = any(?::uuid[])
     returning id, ${COUNTER[kind]} as "resetCount", revision`,
    [now, ids]
  )
  const clearedOf = new Map(cleared.map(({ id, count }) => [id, count]))
  const countOf = new Map(counted.map((one) => [one.id, one]))
  const resets = states.map(({ id, orgId, productId }) => {
    const { resetCount, revision } = countOf.get(id)!
    return { licenseId: id, orgId, productId, cleared: clearedOf.get(id) ?? 0, resetCount, revision }
  })
  await appendTimeline(
    trx,
    resets.map(({ licenseId, orgId, cleared: freed, resetCount, revision }) => ({
      orgId,
      licenseId,
      type: EVENT[kind],
      data: { cleared: freed, resetCount, revision },
    })),
    context
  )
  await recordEvents(
    trx,
    resets.map(({ licenseId, orgId, productId, resetCount }) => ({
      orgId,
      productId,
      name: EVENT[kind],
      data: { licenseId, productId, resetCount },
    })),
    now
  )
}
