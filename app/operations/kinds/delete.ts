import { eraseLicenses } from '#licensing/actions/erase_licenses'
import { countsResult } from '#operations/queries/counts_by_code'
import { lockChunk } from '#operations/store/lock_chunk'
import { planByFilter, readBulkParams } from './bulk_params.js'
import { missingItems } from './judge_chunk.js'
import { defineKind } from './kind.js'
import { contextOf, scopeOf } from './on_behalf.js'

/** Deletes licenses permanently (contract#chunks). */
export const deleteKind = defineKind({
  type: 'licenses.delete',
  readParams: readBulkParams,
  hiddenParams: [],
  permissions: () => ['license:delete'],
  bulk: { method: 'DELETE', path: '/', name: 'destroy', permission: 'license:delete', numbers: {} },
  appliesDryRun: true,
  plan: planByFilter,
  work: {
    by: 'chunk',
    run: async (trx, operation, chunk) => {
      const { params, dryRun } = operation
      const locked = await lockChunk(trx, scopeOf(operation), chunk, { dryRun })
      const { licenses, held, chunk: free, now } = locked
      if (!dryRun) await eraseLicenses(trx, licenses, contextOf(operation, now, params.reason))
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
