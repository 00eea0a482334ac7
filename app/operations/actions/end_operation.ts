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
 * Ends an operation exactly once, whichever of its workers comes first, with its sums and its event in one
 * transaction, then calls workers for the operation of the org that has waited longest.
 */
@inject()
export default class EndOperation {
  constructor(
    protected callWorkers: CallWorkers,
    protected findOperation: FindOperation
  ) {}

  /**
   * Whether the operation has ended now. `completed` needs every chunk done. The other statuses hold back the open
   * chunks and wait for those in work; a cancelled operation that has done all of its work becomes completed.
   * @throws a lock timeout after 3 seconds; the caller tries again.
   */
  async execute(id: string, status: FinalStatus, error: { code: string; message: string } | null = null) {
    const ended = await transaction((trx) => this.within(trx, id, status, error))
    return ended !== null
  }

  /** The same inside a transaction of the caller; null when nothing ended. */
  async within(
    trx: Trx,
    id: string,
    status: FinalStatus,
    error: { code: string; message: string } | null = null
  ) {
    // Whoever holds the operation, or a chunk of it, may stand still.
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

/** The update waits for workers that are in the middle of a chunk. */
async function holdOpenChunks(trx: Trx, id: string) {
  await rows(trx, 'update operation_chunks set held = true where operation_id = ? and done_at is null', [id])
}
