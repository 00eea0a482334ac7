import { clearBindings } from '#licensing/actions/reset_bindings'
import { countsResult } from '#operations/queries/counts_by_code'
import { lockChunk } from '#operations/store/lock_chunk'
import { planByFilter, readBulkParams } from './bulk_params.js'
import { missingItems } from './judge_chunk.js'
import { defineKind } from './kind.js'
import { contextOf, scopeOf } from './on_behalf.js'

/** Removes all device bindings of the licenses (interface#binding-resets). */
export const resetHwidKind = resetKind({
  type: 'licenses.reset_hwid',
  binding: 'HWID',
  bulk: { path: '/reset-hwid', name: 'reset_hwid', permission: 'license:reset_hwid' },
})

/** Removes all IP address bindings of the licenses. */
export const resetIpKind = resetKind({
  type: 'licenses.reset_ip',
  binding: 'IP',
  bulk: { path: '/reset-ip', name: 'reset_ip', permission: 'license:reset_ip' },
})

type Reset<Type extends string> = {
  type: Type
  binding: 'HWID' | 'IP'
  bulk: { path: string; name: string; permission: 'license:reset_hwid' | 'license:reset_ip' }
}

/** Like the route for a single license, a reset is counted for every license, bound or not. It cannot be undone. */
function resetKind<const Type extends string>({ type, binding, bulk }: Reset<Type>) {
  return defineKind({
    type,
    readParams: readBulkParams,
    hiddenParams: [],
    permissions: () => [bulk.permission],
    bulk: { ...bulk, method: 'POST', numbers: {} },
    appliesDryRun: true,
    plan: planByFilter,
    work: {
      by: 'chunk',
      run: async (trx, operation, chunk) => {
        const { params, dryRun } = operation
        const locked = await lockChunk(trx, scopeOf(operation), chunk, { dryRun })
        const { licenses, held, chunk: free, now } = locked
        if (!dryRun) await clearBindings(trx, licenses, binding, contextOf(operation, now, params.reason))
        return { items: missingItems(free, licenses), left: held }
      },
    },
    result: countsResult,
    retryVerdict: async () => ({ allow: true }),
    restOf: null,
    retryNeedsFiles: false,
    undo: null,
    files: null,
    resultFile: null,
  })
}
