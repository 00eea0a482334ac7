import { inject } from '@adonisjs/core'
import type { FinalStatus } from '#operations/rules/operation'
import { statusesBefore } from '#operations/rules/operation_states'
import { kindOf } from '#operations/kinds/registry'
import FindOperation from '#operations/queries/find_operation'
import { observe } from '#kernel/observe/observe'
import { recordEvents } from '#kernel/outbox/outbox'
import { firstRow, rows } from '#kernel/database/sql'
import { hasOpenChunks } from '#operations/store/open_chunks'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import CallWorkers from './call_workers.js'

/**
 * Ends an operation exactly once, whichever worker is first, and stores its sums and its event in one transaction.
 * Then calls workers for the queued operations of the org that can begin now.
 */
@inject()
export default class EndOperation {
  constructor(
    protected callWorkers: CallWorkers,
    protected findOperation: FindOperation
  ) {}

  /**
   * Ends the operation; returns whether this call ended it. `completed` requires every chunk to be done. For the
   * other statuses it withholds the open chunks from workers and waits for those in progress; a cancelled operation
   * whose chunks are all done becomes completed.
   * @throws a lock timeout after 3 seconds; the caller tries again.
   */
  async execute(id: string, status: FinalStatus, error: { code: string; message: string } | null = null) {
    const ended = await transaction((trx) => this.within(trx, id, status, error))
    return ended !== null
  }

  /** Does the same as `execute` in the caller's transaction; returns null if it did not end the operation. */
  async within(
    trx: Trx,
    id: string,
    status: FinalStatus,
    error: { code: string; message: string } | null = null
  ) {
    // A process that holds the lock of the operation or of a chunk may hang.
    await rows(trx, `set local lock_timeout = '3s'`)
    const open = await firstRow<{ orgId: string; planned: boolean }>(
      trx,
      `select org_id as "orgId", planned_at is not null as planned from operations
         where id = ? and status = any(?) for no key update`,
      [id, statusesBefore(status)]
    )
    if (!open) return null
    if (status !== 'completed') await holdOpenChunks(trx, id)
    const allDone = open.planned && !(await hasOpenChunks(trx, id))
    if (status === 'completed' && !allDone) return null
    const ended = status === 'cancelled' && allDone ? 'completed' : status
    await this.#store(trx, id, ended, error)
    trx.after('commit', () =>
      observe('operation_ended', { operationId: id, orgId: open.orgId, status: ended })
    )
    trx.after('commit', () => this.callWorkers.next(open.orgId))
    return open
  }

  async #store(trx: Trx, id: string, status: FinalStatus, error: object | null) {
    const operation = (await this.findOperation.byId(id, trx))!
    const { type, total, processed, succeeded, skipped, failed } = operation
    const result = await kindOf(type).result(trx, operation)
    await rows(
      trx,
      `update operations set status = ?, error = ?, processed = ?, succeeded = ?, skipped = ?, failed = ?,
         result = ?, finished_at = clock_timestamp() where id = ?`,
      [status, asJson(error), processed, succeeded, skipped, failed, asJson(result), id]
    )
    const progress = { total, processed, succeeded, skipped, failed }
    const { orgId, productId } = operation
    const name = `operation.${status}` as const
    const data = { operationId: id, type, progress }
    await recordEvents(trx, [{ orgId, productId, name, data }], Date.now())
  }
}

function asJson(value: object | null): string | null {
  return value && JSON.stringify(value)
}

/** Withholds the open chunks from workers. The update waits for workers that are processing one. */
async function holdOpenChunks(trx: Trx, id: string) {
  await rows(trx, 'update operation_chunks set held = true where operation_id = ? and done_at is null', [id])
}
