import type { ChangeType } from '#operations/rules/operation'
import { undo, type RecordedChange } from '#operations/rules/undo'
import type { OperationRow } from '#operations/queries/find_operation'
import { writeChanges } from '#licensing/store/license_ledger'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { contextOf, judge, scopeOf } from './change_licenses.js'
import type { Chunk, ChunkOutcome, ChunkWork } from './chunk_work.js'
import { lockChunk } from './lock_chunk.js'

export type UndoParams = { operationId: string; type: ChangeType }

/**
 * Puts back what another operation changed on the licenses of a chunk, out of their timelines
 * (contract#operation-routes).
 */
export default class UndoChanges implements ChunkWork {
  async execute(trx: Trx, operation: OperationRow, chunk: Chunk, now: number): Promise<ChunkOutcome> {
    const { operationId, type } = operation.params as UndoParams
    const locked = await lockChunk(trx, scopeOf(operation), chunk, operation)
    const recorded = await findRecorded(
      trx,
      operationId,
      locked.licenses.map(({ id }) => id)
    )
    const { changes, items } = judge(locked, (state) => undo(type, state, recorded.get(state.id)))
    if (!operation.dryRun) await writeChanges(trx, changes, contextOf(operation, now))
    return { items, left: locked.held }
  }
}

async function findRecorded(trx: Trx, operationId: string, licenseIds: string[]) {
  const found = await rows<{ licenseId: string; data: RecordedChange }>(
    trx,
    `select license_id as "licenseId", data from license_events
     where license_id = any(?::uuid[]) and operation_id = ?`,
    [licenseIds, operationId]
  )
  return new Map(found.map(({ licenseId, data }) => [licenseId, data]))
}
