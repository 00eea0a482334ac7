import { inject } from '@adonisjs/core'
import type { OperationStatus } from '#operations/rules/operation'
import Refusal from '#kernel/refusals/refusal'
import FindOperation, { type OperationRow } from '#operations/queries/find_operation'
import { firstRow } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import CallWorkers from './call_workers.js'
import EndOperation from './end_operation.js'

/**
 * Stops an operation at its next chunk; what is done stays done (contract#operation-routes). One that has not begun
 * ends at once, a running one as soon as its workers are out of their chunks. Errors: CONFLICT when it has ended.
 */
@inject()
export default class CancelOperation {
  constructor(
    protected callWorkers: CallWorkers,
    protected end: EndOperation,
    protected findOperation: FindOperation
  ) {}

  async execute(operation: OperationRow): Promise<OperationRow> {
    const { id } = operation
    return transaction(async (trx) => {
      const before = await firstRow<{ status: OperationStatus }>(
        trx,
        `update operations o set status = 'cancelling'
         from (select id, status from operations where id = ? for no key update) as was
         where o.id = was.id and was.status in ('queued', 'running', 'cancelling') returning was.status`,
        [id]
      )
      if (!before) {
        const { status } = (await this.findOperation.byId(id, trx))!
        throw new Refusal('CONFLICT', {
          message: `The operation is ${status}: there is nothing left to cancel`,
        })
      }
      if (before.status === 'queued') await this.end.within(trx, id, 'cancelled')
      else trx.after('commit', () => this.callWorkers.toCancel(id))
      return (await this.findOperation.byId(id, trx))!
    })
  }
}
