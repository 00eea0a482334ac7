import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import type { Decision } from '#licensing/rules/changes'
import type { LicenseState } from '#licensing/rules/license'
import { writeChanges } from '#licensing/store/license_ledger'
import { putBack, type RecordedChange } from '#operations/rules/put_back'
import type { Chunk, ChunkOutcome } from '#operations/store/chunk'
import { lockChunk } from '#operations/store/lock_chunk'
import { judgeChunk } from '../judge_chunk.js'
import type { OperationRecord } from '../kind.js'
import { contextOf, scopeOf } from '../on_behalf.js'
import type { Undoing } from '../undoing.js'

/** An operation that undoes another one. */
type Undo = OperationRecord & { params: { operationId: string; reason?: string } }

/** Puts back what another operation changed on the licenses of a chunk, from their timelines. */
export async function undoChunk(
  trx: Trx,
  operation: Undo,
  { event }: Undoing,
  chunk: Chunk,
  now: Millis
): Promise<ChunkOutcome> {
  const { params, dryRun } = operation
  const locked = await lockChunk(trx, scopeOf(operation), chunk, { dryRun })
  const recorded = await findRecorded(trx, params.operationId, locked.licenses)
  const { changes, items } = judgeChunk(locked, (state): Decision => {
    const found = putBack(state, recorded.get(state.id))
    return found.outcome === 'skipped' ? found : { ...found, ...event(found.after, found.before) }
  })
  if (!dryRun) await writeChanges(trx, changes, contextOf(operation, now, params.reason))
  return { items, left: locked.held }
}

async function findRecorded(trx: Trx, operationId: string, licenses: LicenseState[]) {
  const found = await rows<{ licenseId: string; data: RecordedChange }>(
    trx,
    `select license_id as "licenseId", data from license_events
     where license_id = any(?::uuid[]) and operation_id = ?`,
    [licenses.map(({ id }) => id), operationId]
  )
  return new Map(found.map(({ licenseId, data }) => [licenseId, data]))
}
