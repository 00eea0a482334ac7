import type { RequiredPermission } from '#catalog/rules/permissions'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import { readStoredFilter } from '#licensing/queries/stored_filter'
import { insertMatching } from '#operations/store/insert_chunks'
import type { OperationOf } from './kind.js'
import { scopeOf } from './on_behalf.js'
import { isObject, isText, optional, required, type StoredParams } from './stored_params.js'

/** The stored params that all bulk changes have (contract#bulk-requests). */
export type BulkParams = {
  reason?: string
  /** The stored form of a filter; undefined if the caller named the licenses. */
  filter?: StoredParams
}

/** @throws for params that no bulk change can have */
export function readBulkParams(stored: StoredParams): BulkParams {
  return { reason: optional(stored, 'reason', isText), filter: optional(stored, 'filter', isObject) }
}

/**
 * The permissions that an API key needs, beside that of the change, to work again on licenses that a filter found. A
 * filter by owner tells whose they are, so it needs the permission that its start needed.
 */
export function toRepeat(filter: StoredParams | undefined): RequiredPermission[] {
  return filter?.endUserId ? ['end_user:read'] : []
}

/** Finds the licenses of a filter when the operation begins, and cuts them into chunks. */
export async function planByFilter(
  trx: Trx,
  operation: OperationOf<string, BulkParams>,
  now: Millis
): Promise<void> {
  const filter = readStoredFilter(required(operation.params, 'filter', isObject))
  await insertMatching(trx, operation.id, scopeOf(operation), filter, now)
}
