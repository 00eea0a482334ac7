import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { countsByCode, type OperationItem } from '#operations/rules/operation'
import { lostLock } from '#kernel/refusals/database_faults'
import { kindOf, type OperationRow } from '#operations/kinds/registry'
import type { Chunk, ChunkOutcome } from '#operations/store/chunk'
import { splitChunk, splitPart, TRY_AGAIN } from '#operations/store/split_chunk'
import { observe } from '#kernel/observe/observe'
import { firstRow, rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import CountFault from './count_fault.js'

/** How long a chunk waits for the locks of other transactions. */
const LOCK_TIMEOUT = '500ms'

/**
 * Works one chunk in one transaction: claims it, does its work, stores the items that did not succeed, and marks it
 * done with its counters. A killed worker leaves nothing behind, not even the claim (contract#chunks). Licenses that
 * another transaction holds are left for later, and a chunk whose lock timed out is given back; neither counts as a
 * fault.
 */
@inject()
export default class WorkChunk {
  constructor(protected countFault: CountFault) {}

  /**
   * Works one chunk; false when none is left.
   * @throws the fault of the chunk, after counting it unless the database was unavailable.
   */
  async execute(operation: OperationRow): Promise<boolean> {
    const { work } = kindOf(operation.type)
    if (work.by !== 'chunk') throw new Error(`The work of ${operation.type} has no chunks to claim`)
    const claimed: { chunk: Chunk | null } = { chunk: null }
    try {
      await transaction(async (trx) => {
        await rows(trx, `set local lock_timeout = '${LOCK_TIMEOUT}'`)
        const chunk = (claimed.chunk = await claim(trx, operation.id))
        if (!chunk) return
        const outcome = await work.run(trx, operation, chunk, Date.now())
        await insertItems(trx, operation.id, outcome.items)
        const done = await splitOff(trx, operation.id, chunk, outcome)
        await markDone(trx, operation.id, done, outcome)
      })
      if (!claimed.chunk) return false
      const { id: operationId, orgId, type } = operation
      const { position, size } = claimed.chunk
      observe('operation_chunk_done', { operationId, orgId, type, position, size })
      return true
    } catch (error) {
      if (claimed.chunk && lostLock(error)) {
        await giveBack(operation.id, claimed.chunk.position)
        return true
      }
      if (claimed.chunk) await this.countFault.execute(operation.id, claimed.chunk.position, error)
      throw error
    }
  }
}

/** Splits off the licenses or rows that a chunk leaves for later into a new chunk. Returns the part that is done. */
async function splitOff(trx: Trx, operationId: string, chunk: Chunk, { left, leftRows }: ChunkOutcome) {
  if (left?.size) return splitChunk(trx, operationId, chunk, left)
  return leftRows?.size ? splitPart(trx, operationId, chunk, leftRows) : chunk
}

/**
 * Claims the next open chunk by locking its row. The lock ends with the transaction, so the chunk of a dead worker is
 * free again at once. A cancel sets `held`, so a worker that waited for the row checks it again.
 */
function claim(trx: Trx, operationId: string): Promise<Chunk | null> {
  return firstRow(
    trx,
    `select c.position, to_json(c.license_ids) as "licenseIds",
       c.license_keys as "licenseKeys", c.source, c.first_index as "firstIndex", c.size
     from operation_chunks c
     where c.operation_id = ? and c.done_at is null and not c.held
       and (c.not_before is null or c.not_before <= clock_timestamp())
       and exists (select from operations o where o.id = c.operation_id and o.status = 'running')
     order by c.position limit 1 for update of c skip locked`,
    [operationId]
  )
}

/** Postpones a chunk that could not lock its licenses, for longer each time, so that other chunks go first. */
async function giveBack(operationId: string, position: number) {
  await rows(
    db.connection(),
    `update operation_chunks set not_before = ${TRY_AGAIN}, given_back = given_back + 1
     where operation_id = ? and position = ? and done_at is null`,
    [operationId, position]
  )
}

/** Milliseconds until the next postponed chunk may be tried; null when there is none. */
export async function untilNextTry(operationId: string): Promise<number | null> {
  const [{ wait }] = await rows<{ wait: number | null }>(
    db.connection(),
    `select ceil(extract(epoch from min(c.not_before) - clock_timestamp()) * 1000)::float8 as wait
     from operation_chunks c join operations o on o.id = c.operation_id
     where c.operation_id = ? and c.done_at is null and not c.held and o.status = 'running'`,
    [operationId]
  )
  return wait
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
  const skipped = items.filter((item) => item.outcome === 'skipped')
  const failed = items.filter((item) => item.outcome === 'failed')
  const codes = { skippedBy: countsByCode(skipped), failedBy: countsByCode(failed) }
  await rows(
    trx,
    `update operation_chunks
     set done_at = clock_timestamp(), processed = size, succeeded = size - ?, skipped = ?, failed = ?,
       source = source || ?::jsonb, codes = ?::jsonb
     where operation_id = ? and position = ?`,
    [
      items.length,
      skipped.length,
      failed.length,
      JSON.stringify(facts ?? {}),
      JSON.stringify(codes),
      operationId,
      chunk.position,
    ]
  )
}
