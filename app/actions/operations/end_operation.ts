import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { FinalStatus } from '#domain/operation/operation'
import { importResult } from '#queries/operations/import_result'
import FindOperation from '#queries/operations/find_operation'
import { recordEvents } from '#services/outbox'
import Queues from '#services/queues'
import { firstRow, rows } from '#services/sql'
import { transaction, type Trx } from '#services/unit_of_work'

/**
 * Ends an operation exactly once, whoever of its workers comes first, with its sums and its event in one
 * transaction, then wakes the operation of the org that has waited longest.
 */
@inject()
export default class EndOperation {
  constructor(
    protected queues: Queues,
    protected findOperation: FindOperation
  ) {}

  /**
   * Whether the operation has ended now. `completed` needs every chunk done; the others hold back the chunks
   * that are open and wait for those in work, and a cancelled operation that turns out to have done all of
   * its work is completed. Errors: lock timeout after 3 seconds, to be tried again.
   */
  async execute(id: string, status: FinalStatus, error: { code: string; message: string } | null = null) {
    const ended = await transaction((trx) => this.within(trx, id, status, error))
    if (ended) await this.#wakeNext(ended.orgId)
    return ended !== null
  }

  /** The same inside a transaction of the caller; null when nothing ended. */
  async within(
    trx: Trx,
    id: string,
    status: FinalStatus,
    error: { code: string; message: string } | null = null
  ) {
    const open = await firstRow<{ orgId: string; planned: boolean }>(
      trx,
      `select org_id as "orgId", planned_at is not null as planned from operations
         where id = ? and finished_at is null for update`,
      [id]
    )
    if (!open) return null
    if (status !== 'completed') await holdOpenChunks(trx, id)
    const allDone = open.planned && !(await hasOpenChunks(trx, id))
    if (status === 'completed' && !allDone) return null
    await this.#store(trx, id, status === 'cancelled' && allDone ? 'completed' : status, error)
    return open
  }

  async #store(trx: Trx, id: string, status: FinalStatus, error: object | null) {
    const operation = (await this.findOperation.byId(id, trx))!
    const { type, total, processed, succeeded, skipped, failed } = operation
    const result = type === 'licenses.import' ? await importResult(trx, operation) : operation.result
    await rows(
      trx,
      `update operations set status = ?, error = ?, processed = ?, succeeded = ?, skipped = ?, failed = ?,
         result = ?, finished_at = clock_timestamp() where id = ?`,
      [status, asJson(error), processed, succeeded, skipped, failed, asJson(result), id]
    )
    const progress = { total, processed, succeeded, skipped, failed }
    const { orgId, productId } = operation
    const event = { orgId, productId, name: `operation.${status}`, data: { operationId: id, type, progress } }
    await recordEvents(trx, [event], Date.now())
  }

  async #wakeNext(orgId: string) {
    const next = await firstRow<{ id: string }>(
      db.connection(),
      `select id from operations where org_id = ? and finished_at is null and status = 'queued' order by id limit 1`,
      [orgId]
    )
    if (next) await this.queues.dispatch('operation.run', { operationId: next.id })
  }
}

function asJson(value: object | null): string | null {
  return value && JSON.stringify(value)
}

async function hasOpenChunks(trx: Trx, id: string): Promise<boolean> {
  const sql = 'select position from operation_chunks where operation_id = ? and done_at is null limit 1'
  return (await firstRow(trx, sql, [id])) !== null
}

/** The update waits for workers that are in the middle of a chunk, but not for ever: one may be stopped. */
async function holdOpenChunks(trx: Trx, id: string) {
  await rows(trx, `set local lock_timeout = '3s'`)
  await rows(trx, 'update operation_chunks set held = true where operation_id = ? and done_at is null', [id])
}
