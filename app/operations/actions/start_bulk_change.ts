import { inject } from '@adonisjs/core'
import type { Scope } from '#kernel/audit/scope'
import type { LongList } from '#kernel/json/long_lists'
import Refusal from '#kernel/refusals/refusal'
import { kindOf, type OperationRow, type OperationType } from '#operations/kinds/registry'
import type { StoredParams } from '#operations/kinds/stored_params'
import { insertKeyed, insertMatching, insertNamed } from '#operations/store/insert_chunks'
import { assertFilter } from '#licensing/queries/assert_filter'
import type { LicenseFilter } from '#licensing/queries/license_filter'
import { storedFilter } from '#licensing/queries/stored_filter'
import StartOperation, { type NewOperation } from './start_operation.js'

export type BulkChange = {
  /** Exactly one of `licenseIds`, `licenseKeys` and `filter` is set. */
  licenseIds?: LongList
  licenseKeys?: LongList
  filter?: LicenseFilter
  /** The number of licenses that the caller expects to change. */
  expectedTotal?: number | null
  dryRun?: boolean | null
  reason?: string | null
  /** Further params, which the kind defines. */
  own?: StoredParams
}

/**
 * Starts a change of many licenses, selected by ids, by keys or by a filter (contract#bulk-requests,
 * contract/01-changes#one-filter, contract/01-changes#bulk-import-export). A filter is resolved when the operation
 * starts. With `expectedTotal` it is resolved here, so the operation changes exactly the licenses that were counted.
 * @throws Refusal PRODUCT_NOT_FOUND; NOT_FOUND, BAD_REQUEST for the tier of the filter; the refusals of the kind for its
 *   own fields; CONFLICT when the number of licenses differs from `expectedTotal`.
 */
@inject()
export default class StartBulkChange {
  constructor(protected start: StartOperation) {}

  async execute(
    scope: Scope,
    type: OperationType,
    change: BulkChange,
    now = Date.now()
  ): Promise<OperationRow> {
    const { reason, own = {}, filter } = change
    const { bulk } = kindOf(type)
    if (!bulk) throw new Error(`No bulk change is of the type ${type}`)
    await bulk.check?.(scope, { ...own, filter })
    if (filter) await assertFilter(scope, filter)
    const params = {
      ...(typeof reason === 'string' && { reason }),
      ...own,
      ...(filter && { filter: storedFilter(filter) }),
    }
    const operation = { type, dryRun: change.dryRun ?? false, params }
    return this.start.execute(scope, { ...operation, ...targetsOf(scope, change, now) }, now)
  }
}

function targetsOf(scope: Scope, change: BulkChange, now: number): Pick<NewOperation, 'total' | 'plan'> {
  const { licenseIds, licenseKeys, filter } = change
  const expected = change.expectedTotal ?? null
  if (filter) {
    if (expected === null) return {}
    const plan: NewOperation['plan'] = async (trx, id) =>
      assertTotal(expected, await insertMatching(trx, id, scope, filter, now, expected + 1))
    return { total: expected, plan }
  }
  const named = (licenseKeys ?? licenseIds)!
  if (expected !== null) assertTotal(expected, named.count)
  return {
    total: named.count,
    plan: (trx, id) => (licenseKeys ? insertKeyed(trx, id, scope, named) : insertNamed(trx, id, named)),
  }
}

function assertTotal(expected: number, found: number) {
  if (found === expected) return
  throw new Refusal('CONFLICT', {
    message: `You expected ${expected} licenses and there are ${found > expected ? 'more' : found}: look again, then repeat the call`,
  })
}
