import { inject } from '@adonisjs/core'
import { isFinal } from '#operations/rules/operation'
import Refusal from '#kernel/refusals/refusal'
import FindOperation, { type OperationRow } from '#operations/queries/find_operation'
import { assertRoom } from '#kernel/limits/quotas'
import { changedRows, firstRow, rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import CallWorkers from './call_workers.js'
import { holdOperations } from './hold_operations.js'
import type { UndoParams } from './undo_changes.js'

/**
 * Lets a failed or cancelled operation go on where it stopped: finished chunks stay finished
 * (contract#operation-routes). Errors: CONFLICT for any other, and for one that was undone, because its finished chunks
 * would stay undone; LIMIT_REACHED.
 */
@inject()
export default class RetryOperation {
  constructor(
    protected callWorkers: CallWorkers,
    protected findOperation: FindOperation
  ) {}

  async execute({ id, orgId }: OperationRow): Promise<OperationRow> {
    return transaction(async (trx) => {
      await holdOperations(trx, orgId)
      await this.#assertWhole(trx, id)
      await assertRoom(trx, 'openOperationsPerOrg', orgId)
      if (!(await reopen(trx, id))) {
        const { status } = (await this.findOperation.byId(id, trx))!
        throw new Refusal('CONFLICT', {
          message: `The operation is ${status}: only a failed or cancelled one can be retried, an import for 7 days`,
        })
      }
      trx.after('commit', () => this.callWorkers.next(orgId))
      return (await this.findOperation.byId(id, trx))!
    })
  }

  /** Neither may an operation go on that an undo turns back, nor an undo of one that goes on. */
  async #assertWhole(trx: Trx, id: string) {
    const { type, params } = (await this.findOperation.byId(id, trx))!
    if (await wasUndone(trx, id)) {
      throw new Refusal('CONFLICT', { message: 'The operation was undone: start a new one instead' })
    }
    if (type !== 'licenses.undo') return
    const original = await this.findOperation.byId((params as UndoParams).operationId, trx)
    if (original && !isFinal(original.status)) {
      throw new Refusal('CONFLICT', { message: `The operation that it undoes is ${original.status} again` })
    }
  }
}

/** Whether an undo of the operation has changed something, or may yet. */
async function wasUndone(trx: Trx, id: string): Promise<boolean> {
  const found = await firstRow(
    trx,
    `select id from operations where type = 'licenses.undo' and params->>'operationId' = ?
       and (finished_at is null or succeeded > 0) limit 1`,
    [id]
  )
  return found !== null
}

async function reopen(trx: Trx, id: string): Promise<boolean> {
  const reopened = await changedRows(
    trx,
    `update operations set status = 'queued', finished_at = null, error = null, result = null, processed = 0,
       succeeded = 0, skipped = 0, failed = 0, heartbeat_at = clock_timestamp()
     where id = ? and status in ('failed', 'cancelled')
       and (retired_at is null or type <> 'licenses.import')`,
    [id]
  )
  await rows(
    trx,
    `update operation_chunks set held = false, faults = 0, claim = null, not_before = null
     where operation_id = ? and done_at is null`,
    [id]
  )
  return reopened > 0
}
