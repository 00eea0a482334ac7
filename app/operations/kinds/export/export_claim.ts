import db from '@adonisjs/lucid/services/db'
import { randomUUID } from 'node:crypto'
import { changedRows, firstRow, rows } from '#kernel/database/sql'
import { assertStoredRoom } from '#kernel/files/stored_room'
import { transaction } from '#kernel/database/unit_of_work'
import { beat } from '#operations/store/heartbeat'

/** Lease of a claim: after this time without a renewal, another worker may take over the export. Seconds. */
const LEASE = 15

/**
 * Claims the only chunk of an export with a token instead of a row lock, because writing an export takes longer than
 * a transaction should. Null when another worker has it. A worker that loses the token can neither continue nor
 * finish.
 */
export async function claimExport(operationId: string): Promise<string | null> {
  const claim = randomUUID()
  const claimed = await changedRows(
    db.connection(),
    `with free as materialized (
       select c.operation_id, c.position from operation_chunks c
       where c.operation_id = ? and c.done_at is null and not c.held
         and (c.claim is null or c.claimed_at < clock_timestamp() - ?::int * interval '1 second')
         and exists (select from operations o where o.id = c.operation_id and o.status = 'running')
       for no key update of c
     )
     update operation_chunks c set claim = ?, claimed_at = clock_timestamp(), processed = 0, succeeded = 0
     from free where c.operation_id = free.operation_id and c.position = free.position`,
    [operationId, LEASE, claim]
  )
  return claimed > 0 ? claim : null
}

/**
 * Renews the claim and stores the number of rows written so far. False when the export was cancelled or taken over.
 */
export async function renewExport(operationId: string, claim: string, written: number, total: number) {
  await beat(operationId)
  await rows(db.connection(), 'update operations set total = ? where id = ? and total <> ?', [
    total,
    operationId,
    total,
  ])
  const renewed = await changedRows(
    db.connection(),
    `update operation_chunks c set claimed_at = clock_timestamp(), processed = ?, succeeded = ?
     where c.operation_id = ? and c.claim = ? and not c.held
       and exists (select from operations o where o.id = c.operation_id and o.status = 'running')`,
    [written, written, operationId, claim]
  )
  return renewed > 0
}

/**
 * Returns true if the export was finished with this claim. It waits for a commit that is still in progress, so after a
 * COMMIT without an answer it says what became of it.
 */
export async function isFinishedBy(operationId: string, claim: string): Promise<boolean> {
  const finished = await firstRow(
    db.connection(),
    `with mine as materialized (
       select done_at from operation_chunks where operation_id = ? and claim = ? for no key update
     )
     select 1 from mine where done_at is not null`,
    [operationId, claim]
  )
  return finished !== null
}

/** Releases the chunk for another attempt. Does nothing if another worker has the claim. */
export async function releaseExport(operationId: string, claim: string) {
  await rows(
    db.connection(),
    `update operation_chunks set claim = null, processed = 0, succeeded = 0
     where operation_id = ? and claim = ? and done_at is null`,
    [operationId, claim]
  )
}

/**
 * Marks the export as written and stores its result. False if the claim was lost; then nothing is changed.
 *
 * @throws Refusal LIMIT_REACHED when the org has no room to store the file.
 */
export function finishExport(
  { id: operationId, orgId }: { id: string; orgId: string },
  claim: string,
  result: { rows: number; bytes: number; [fact: string]: unknown }
): Promise<boolean> {
  return transaction(async (trx) => {
    const { rows: written, bytes } = result
    const finished = await changedRows(
      trx,
      `update operation_chunks
       set done_at = clock_timestamp(), size = ?, processed = ?, succeeded = ?
       where operation_id = ? and claim = ? and not held and done_at is null`,
      [written, written, written, operationId, claim]
    )
    if (finished === 0) return false
    await assertStoredRoom(trx, orgId, bytes)
    await rows(trx, 'update operations set result = ?, total = ?, stored_bytes = ? where id = ?', [
      JSON.stringify(result),
      written,
      bytes,
      operationId,
    ])
    return true
  })
}
