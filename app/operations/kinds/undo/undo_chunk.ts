import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Decision } from '#licensing/rules/changes'
import type { LicenseState } from '#licensing/rules/license'
import { withAttributes, writeAttributes } from '#licensing/store/license_attributes'
import { writeChanges } from '#licensing/store/license_ledger'
import { holdTiers } from '#licensing/store/held_tiers'
import { putBack, type RecordedChange } from '#operations/rules/put_back'
import type { Chunk, ChunkOutcome } from '#operations/store/chunk'
import { lockChunk } from '#operations/store/lock_chunk'
import { afterOf, judgeChunk } from '../judge_chunk.js'
import type { OperationRecord } from '../kind.js'
import { contextOf, scopeOf } from '../on_behalf.js'
import type { Undoing } from '../undoing.js'

/** An operation that undoes another one. */
type Undo = OperationRecord & { params: { operationId: string; reason?: string } }

/** Reverts, for the licenses of a chunk, the changes of another operation that their timelines record. */
export async function undoChunk(
  trx: Trx,
  operation: Undo,
  { event, attributes = [] }: Undoing,
  chunk: Chunk
): Promise<ChunkOutcome> {
  const { params, dryRun } = operation
  const locked = await lockChunk(trx, scopeOf(operation), chunk, { dryRun })
  const recorded = await findRecorded(trx, params.operationId, locked.licenses)
  const tiers = await tiersBefore(trx, operation, recorded)
  const licenses = await withAttributes(trx, locked.licenses, attributes)
  const { changes, items } = judgeChunk({ ...locked, licenses }, (state): Decision => {
    const found = putBack(state, recorded.get(state.id))
    if (found.outcome === 'skipped') return found
    const { tierId } = found.before
    if (tierId && !tiers.has(tierId)) return { outcome: 'failed', reason: { reason: 'tier-gone' } }
    return { ...found, ...event(found.after, found.before, state) }
  })
  if (!dryRun) {
    await writeChanges(trx, changes, contextOf(operation, locked.now, params.reason))
    await writeAttributes(trx, afterOf(changes), attributes)
  }
  return { items, left: locked.held }
}

/** Locks the tiers that the licenses return to. Deleted tiers are missing from the result. */
function tiersBefore(trx: Trx, { orgId }: Undo, recorded: Map<string, RecordedChange>) {
  return holdTiers(
    trx,
    orgId,
    [...recorded.values()].flatMap(({ before }) => before.tierId ?? [])
  )
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
