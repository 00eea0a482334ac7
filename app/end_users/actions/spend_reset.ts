import Refusal from '#kernel/refusals/refusal'
import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { iso } from '#kernel/time/iso'
import type { Millis } from '#kernel/time/millis'
import { effectivePolicy, type PartialPolicy, type Policy, type TierPolicy } from '#catalog/rules/policy'
import type { LicenseState } from '#licensing/rules/license'
import { TIERED_COLUMNS, TIERED_TABLES } from '#licensing/store/tiered_sql'
import { allowanceOf, budgetOf, type Budget, type ResetKind } from '#end_users/rules/reset_budget'
import { recordSelfReset, usageOf } from '#end_users/store/self_resets'

/** Reads the effective policy of a locked license. */
export async function policyOf(trx: Trx, { id, orgId }: LicenseState): Promise<Policy> {
  const row = await firstRow<{
    productPolicy: PartialPolicy
    override: PartialPolicy | null
    maxHwidResets: number | null
    tierPolicy: TierPolicy | null
  }>(
    trx,
    `select ${TIERED_COLUMNS}, l.policy_override as override, l.max_hwid_resets as "maxHwidResets"
     from licenses l ${TIERED_TABLES} where l.org_id = ? and l.id = ?`,
    [orgId, id]
  )
  return effectivePolicy(row!.productPolicy, row!.override, row!.maxHwidResets, row!.tierPolicy)
}

/**
 * Uses one self-service reset of a locked license. If calls race, exactly as many succeed as resets are left.
 * @throws Refusal LIMIT_REACHED with the date on which the next reset is free, if any
 */
export async function spendReset(
  trx: Trx,
  state: LicenseState,
  kind: ResetKind,
  endUserId: string | null,
  now: Millis
): Promise<void> {
  const allowance = allowanceOf(await policyOf(trx, state), kind)
  const [usage] = await usageOf(trx, [{ licenseId: state.id, kind, allowance }], now)
  const budget = budgetOf(allowance, usage)
  if (budget.remaining === 0) throw usedUp(budget, kind)
  await recordSelfReset(trx, state, kind, endUserId, now)
}

function usedUp({ used, limit, nextAt }: Budget, kind: ResetKind): Refusal {
  const next = nextAt === null ? '' : `; the next one is free on ${iso(nextAt).slice(0, 'YYYY-MM-DD'.length)}`
  return new Refusal('LIMIT_REACHED', {
    message: `No ${kind} resets are left`,
    details: [{ field: 'resets', message: `${used} of ${limit} used${next}` }],
  })
}
