import { disownLicenses } from '#licensing/actions/disown_licenses'
import { LICENSE_FATES } from '#licensing/rules/license_fate'
import { countsResult } from '#operations/queries/counts_by_code'
import { lockChunk } from '#operations/store/lock_chunk'
import { planByFilter, readBulkParams } from './bulk_params.js'
import { notOwnedItems } from './judge_chunk.js'
import { defineKind } from './kind.js'
import { contextOf, scopeOf } from './on_behalf.js'
import { isOneOf, isText, required } from './stored_params.js'

/**
 * Removes the licenses from an erased end user who had too many for one transaction
 * (contract/09-end-users#96-the-merchants-side). A license that has changed owners since is skipped.
 */
export const eraseEndUserLicensesKind = defineKind({
  type: 'end_users.erase_licenses',
  readParams: (stored) => ({
    ...readBulkParams(stored),
    endUserId: required(stored, 'endUserId', isText),
    licenses: required(stored, 'licenses', isOneOf(LICENSE_FATES)),
  }),
  hiddenParams: [],
  permissions: () => ['end_user:write'],
  bulk: null,
  appliesDryRun: false,
  plan: planByFilter,
  work: {
    by: 'chunk',
    run: async (trx, operation, chunk) => {
      const { endUserId, licenses: fate } = operation.params
      const locked = await lockChunk(trx, scopeOf(operation), chunk, { dryRun: false })
      const { licenses, chunk: free, held, now } = locked
      const owned = await disownLicenses(trx, licenses, endUserId, fate, contextOf(operation, now))
      return { items: notOwnedItems(free, licenses, owned), left: held }
    },
  },
  result: countsResult,
  retryVerdict: async () => ({ allow: true }),
  retryNeedsFiles: false,
  undo: null,
  files: null,
  resultFile: null,
})
