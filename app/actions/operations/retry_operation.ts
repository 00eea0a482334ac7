import { inject } from '@adonisjs/core'
import Refusal from '#exceptions/refusal'
import FindOperation, { type OperationRow } from '#queries/operations/find_operation'
import Queues from '#services/queues'
import { changedRows, rows } from '#services/sql'
import { transaction } from '#services/unit_of_work'

/**
 * Lets a failed or cancelled operation go on where it stopped: finished chunks stay finished (contract 5).
 * Errors: CONFLICT for any other.
 */
@inject()
export default class RetryOperation {
  constructor(
    protected queues: Queues,
    protected findOperation: FindOperation
  ) {}

  async execute({ id }: OperationRow): Promise<OperationRow> {
    return transaction(async (trx) => {
      const reopened = await changedRows(
        trx,
        `update operations set status = 'queued', finished_at = null, error = null, result = null, processed = 0,
           succeeded = 0, skipped = 0, failed = 0, heartbeat_at = clock_timestamp()
         where id = ? and status in ('failed', 'cancelled')
           and (retired_at is null or type <> 'licenses.import')`,
        [id]
      )
      const operation = (await this.findOperation.byId(id, trx))!
      if (reopened === 0) {
        throw new Refusal('CONFLICT', {
          message: `The operation is ${operation.status}: only a failed or cancelled one can be retried, an import for 7 days`,
        })
      }
      await rows(
        trx,
        `update operation_chunks set held = false, faults = 0, claim = null
         where operation_id = ? and done_at is null`,
        [id]
      )
      trx.after('commit', () => this.queues.dispatch('operation.run', { operationId: id }))
      return (await this.findOperation.byId(id, trx))!
    })
  }
}
