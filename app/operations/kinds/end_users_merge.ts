import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { readLicenses } from '#licensing/store/license_ledger'
import { giveLicenses, ownersOf } from '#licensing/store/license_owners'
import { countsResult } from '#operations/queries/counts_by_code'
import type { OperationItem } from '#operations/rules/operation'
import { hasEntry, idsOf, type Chunk } from '#operations/store/chunk'
import { lockChunk } from '#operations/store/lock_chunk'
import { planByFilter, readBulkParams } from './bulk_params.js'
import { notOwnedItems } from './judge_chunk.js'
import { defineKind, type OperationRecord } from './kind.js'
import { contextOf, scopeOf } from './on_behalf.js'
import { isText, required } from './stored_params.js'

/**
 * Moves the licenses of a merged end user (`fromId`), whom the filter names, to the end user who replaces them
 * (contract/09-end-users#96-the-merchants-side). A license that has changed owners since is skipped.
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
      // End users are locked before licenses.
      const ownerId = await lockHolder(trx, operation.orgId, endUserId)
      // The erasure removes the owner from these licenses itself, and does with them what its caller asked for.
      if (ownerId === null) return { items: await notMoved(trx, operation, chunk), left: new Set() }
      const locked = await lockChunk(trx, scopeOf(operation), chunk, { dryRun: false })
      const { licenses, chunk: free, held, now } = locked
      const owners = await ownersOf(
        trx,
        licenses.map(({ id }) => id)
      )
      const owned = licenses.filter(({ id }) => owners.get(id) === fromId)
      const gifts = owned.map((state) => ({ state, had: fromId, redeemed: null }))
      await giveLicenses(trx, gifts, ownerId, contextOf(operation, now))
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

/** The items of a chunk whose licenses nobody can get any more, with the code that a merge into an erased one has. */
async function notMoved(trx: Trx, operation: OperationRecord, chunk: Chunk): Promise<OperationItem[]> {
  const licenses = await readLicenses(trx, scopeOf(operation), idsOf(chunk))
  const keys = new Map(licenses.map(({ id, key }) => [id, key]))
  const message = 'The end user who should have got this license was erased'
  return chunk.licenseIds!.flatMap((licenseId, offset) => {
    if (!hasEntry(chunk, offset)) return []
    const place = {
      index: chunk.firstIndex + offset,
      line: null,
      licenseId,
      key: keys.get(licenseId!) ?? null,
    }
    return [{ ...place, outcome: 'failed', code: 'CONFLICT', message }]
  })
}

type Holder = { id: string; mergedInto: string | null; erased: boolean }

/**
 * Locks the end user who receives the licenses against merges and erasures, and returns their id. The target may have
 * been merged or erased since, and so may the end users it was merged into. Null for an erased one.
 */
async function lockHolder(trx: Trx, orgId: string, endUserId: string): Promise<string | null> {
  const sql = `select id, merged_into as "mergedInto", erased_at is not null as erased
    from end_users where org_id = ? and id = ? for share`
  const locked = (id: string) => firstRow<Holder>(trx, sql, [orgId, id])
  let holder = await locked(endUserId)
  while (holder?.mergedInto) holder = await locked(holder.mergedInto)
  return holder && !holder.erased ? holder.id : null
}
