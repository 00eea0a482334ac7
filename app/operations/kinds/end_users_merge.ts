import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { giveLicenses, ownersOf } from '#licensing/store/license_owners'
import { countsResult } from '#operations/queries/counts_by_code'
import { lockChunk } from '#operations/store/lock_chunk'
import { planByFilter, readBulkParams } from './bulk_params.js'
import { defineKind } from './kind.js'
import { contextOf, scopeOf } from './on_behalf.js'
import { isText, required } from './stored_params.js'

/**
 * Moves the licenses of a merged end user (`fromId`), whom the filter names, to the end user who replaces them
 * (contract/09-end-users#96-the-merchants-side). A license that has changed owners since is left alone.
 */
export const mergeEndUsersKind = defineKind({
  type: 'end_users.merge',
  readParams: (stored) => ({
    ...readBulkParams(stored),
    fromId: required(stored, 'fromId', isText),
    endUserId: required(stored, 'endUserId', isText),
  }),
  hiddenParams: [],
  permissions: () => ['end_user:write'],
  bulk: null,
  appliesDryRun: false,
  plan: planByFilter,
  work: {
    by: 'chunk',
    run: async (trx, operation, chunk) => {
      const { fromId, endUserId } = operation.params
      const { licenses, held, now } = await lockChunk(trx, scopeOf(operation), chunk, { dryRun: false })
      const owners = await ownersOf(
        trx,
        licenses.map(({ id }) => id)
      )
      const gifts = licenses
        .filter(({ id }) => owners.get(id) === fromId)
        .map((state) => ({ state, had: fromId, redeemed: null }))
      const ownerId = await ownerNow(trx, operation.orgId, endUserId)
      await giveLicenses(trx, gifts, ownerId, contextOf(operation, now))
      return { items: [], left: held }
    },
  },
  result: countsResult,
  retryVerdict: async () => ({ allow: true }),
  retryNeedsFiles: false,
  undo: null,
  files: null,
  resultFile: null,
})

/**
 * Returns the end user who receives the licenses: the target may have been merged or erased since. Null means no
 * owner.
 */
async function ownerNow(trx: Trx, orgId: string, endUserId: string): Promise<string | null> {
  const found = await firstRow<{ id: string | null }>(
    trx,
    `select case when erased_at is null then coalesce(merged_into, id) end as id
     from end_users where org_id = ? and id = ? for key share`,
    [orgId, endUserId]
  )
  return found?.id ?? null
}
