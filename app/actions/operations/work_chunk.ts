import { inject } from '@adonisjs/core'
import app from '@adonisjs/core/services/app'
import type { OperationItem, OperationType } from '#domain/operation/operation'
import type { OperationRow } from '#queries/operations/find_operation'
import { firstRow, rows } from '#services/sql'
import { transaction, type Trx } from '#services/unit_of_work'
import ChangeLicenses from './change_licenses.js'
import type { Chunk, ChunkOutcome, ChunkWork } from './chunk_work.js'
import CountFault from './count_fault.js'
import DeleteLicenses from './delete_licenses.js'
import ImportLicenses from './import_licenses.js'
import UndoChanges from './undo_changes.js'

const changeLicenses = () => app.container.make(ChangeLicenses)

/** Who does the chunks of which type; an export has its own way. */
const WORK: Record<Exclude<OperationType, 'licenses.export'>, () => Promise<ChunkWork>> = {
  'licenses.freeze': changeLicenses,
  'licenses.unfreeze': changeLicenses,
  'licenses.revoke': changeLicenses,
  'licenses.unrevoke': changeLicenses,
  'licenses.extend': changeLicenses,
  'licenses.delete': () => app.container.make(DeleteLicenses),
  'licenses.undo': () => app.container.make(UndoChanges),
  'licenses.import': () => app.container.make(ImportLicenses),
}

/**
 * One chunk, one transaction: claim it, do its work, store the items that did not succeed, mark it done with
 * its counters. A worker that is killed anywhere in it leaves nothing, not even the claim (contract 5).
 */
@inject()
export default class WorkChunk {
  constructor(protected countFault: CountFault) {}

  /** Whether there was a chunk to do. Errors: a fault, counted on the chunk unless the database was away. */
  async execute(operation: OperationRow): Promise<boolean> {
    const work = await WORK[operation.type as keyof typeof WORK]()
    const claimed: { chunk: Chunk | null } = { chunk: null }
    try {
      await transaction(async (trx) => {
        const chunk = (claimed.chunk = await claim(trx, operation.id))
        if (!chunk) return
        const outcome = await work.execute(trx, operation, chunk, Date.now())
        await insertItems(trx, operation.id, outcome.items)
        await markDone(trx, operation.id, chunk, outcome)
      })
      return claimed.chunk !== null
    } catch (error) {
      if (claimed.chunk) await this.countFault.execute(operation.id, claimed.chunk.position, error)
      throw error
    }
  }
}

/**
 * Claims the next open chunk by locking its row. The lock goes with the transaction, so a dead worker's chunk
 * is free again at once. `held` is what a cancelling update changes: a claimer who waited for it looks again.
 */
function claim(trx: Trx, operationId: string): Promise<Chunk | null> {
  return firstRow(
    trx,
    `select c.position, to_json(c.license_ids) as "licenseIds", c.source, c.first_index as "firstIndex", c.size
     from operation_chunks c
     where c.operation_id = ? and c.done_at is null and not c.held
       and exists (select from operations o where o.id = c.operation_id and o.status = 'running')
     order by c.position limit 1 for update of c skip locked`,
    [operationId]
  )
}

async function insertItems(trx: Trx, operationId: string, items: OperationItem[]) {
  if (items.length === 0) return
  await rows(
    trx,
    `insert into operation_items (operation_id, index, line, license_id, key, outcome, code, message)
     select ?::uuid, v.* from unnest(?::int[], ?::int[], ?::uuid[], ?::text[], ?::text[], ?::text[], ?::text[]) as v`,
    [
      operationId,
      items.map((item) => item.index),
      items.map((item) => item.line),
      items.map((item) => item.licenseId),
      items.map((item) => item.key),
      items.map((item) => item.outcome),
      items.map((item) => item.code),
      items.map((item) => item.message),
    ]
  )
}

async function markDone(trx: Trx, operationId: string, chunk: Chunk, { items, facts }: ChunkOutcome) {
  const skipped = items.filter((item) => item.outcome === 'skipped').length
  const failed = items.length - skipped
  await rows(
    trx,
    `update operation_chunks
     set done_at = clock_timestamp(), processed = size, succeeded = size - ?, skipped = ?, failed = ?,
       source = source || ?::jsonb
     where operation_id = ? and position = ?`,
    [items.length, skipped, failed, JSON.stringify(facts ?? {}), operationId, chunk.position]
  )
}
