import type { Millis } from '#kernel/time/millis'
import { markExpired } from '#licensing/actions/expire_licenses'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Decision } from '#licensing/rules/changes'
import type { LicenseState } from '#licensing/rules/license'
import { withAttributes, writeAttributes } from '#licensing/store/license_attributes'
import { writeChanges } from '#licensing/store/license_ledger'
import { countsResult } from '#operations/queries/counts_by_code'
import { lockChunk } from '#operations/store/lock_chunk'
import { planByFilter, readBulkParams, toRepeat, type BulkParams } from './bulk_params.js'
import { afterOf, judgeChunk } from './judge_chunk.js'
import { defineKind, type BulkRoute, type OperationKind, type OperationRecord } from './kind.js'
import { contextOf, scopeOf } from './on_behalf.js'
import type { StoredParams } from './stored_params.js'
import { notUndone } from './undo/not_undone.js'
import type { Undoing } from './undoing.js'

/** The parts of a bulk change that differ from one change to another. */
type Change<Type extends string, Params> = {
  type: Type
  bulk: BulkRoute
  /** Reads the params that only this change has. */
  readOwnParams: (stored: StoredParams) => Params
  /** Adds to the params, inside the transaction of a chunk, the data that the decisions on its licenses need. */
  prepare?: (
    trx: Trx,
    operation: OperationRecord,
    params: Params,
    licenses: LicenseState[]
  ) => Promise<Params>
  /** Decides on one license, by the same rule as the route for a single license (contract#transitions). */
  decide: (state: LicenseState, params: Params, now: Millis) => Decision
  undo: Undoing
}

/**
 * Makes the kind of a change that applies to existing licenses one by one and can be undone (contract#chunks,
 * contract#outcome-per-license).
 */
export function changeKind<const Type extends string, Params>({
  type,
  bulk,
  readOwnParams,
  prepare = async (_trx, _operation, params) => params,
  decide,
  undo,
}: Change<Type, Params>): OperationKind<Type, BulkParams & Params> & { undo: Undoing } {
  const { attributes = [] } = undo
  const kind = defineKind<Type, BulkParams & Params>({
    type,
    readParams: (stored) => ({ ...readBulkParams(stored), ...readOwnParams(stored) }),
    hiddenParams: [],
    permissions: (control, { filter }) => {
      if (control === 'undo') return [undo.permission]
      return control === 'retry' ? [bulk.permission, ...toRepeat(filter)] : [bulk.permission]
    },
    bulk,
    appliesDryRun: true,
    plan: planByFilter,
    work: {
      by: 'chunk',
      run: async (trx, operation, chunk) => {
        const { dryRun } = operation
        const locked = await lockChunk(trx, scopeOf(operation), chunk, { dryRun })
        const { now } = locked
        const prepared = await prepare(trx, operation, operation.params, locked.licenses)
        const params = { ...operation.params, ...prepared }
        const licenses = await withAttributes(trx, locked.licenses, attributes)
        const { changes, items, expired } = judgeChunk({ ...locked, licenses }, (state) =>
          decide(state, params, now)
        )
        if (dryRun) return { items }
        await writeChanges(trx, changes, contextOf(operation, now, params.reason))
        await writeAttributes(trx, afterOf(changes), attributes)
        await markExpired(trx, expired, now)
        return { items, left: locked.held }
      },
    },
    result: countsResult,
    retryVerdict: notUndone,
    restOf: null,
    retryNeedsFiles: false,
    undo,
    files: null,
    resultFile: null,
  })
  return { ...kind, undo }
}
