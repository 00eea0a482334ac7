import { inject } from '@adonisjs/core'
import type { OperationStatus } from '#operations/rules/operation'
import { statusesBefore } from '#operations/rules/operation_states'
import { kindOf, type OperationRow } from '#operations/kinds/registry'
import FindOperation from '#operations/queries/find_operation'
import { firstRow } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import CallWorkers from './call_workers.js'
import EndOperation from './end_operation.js'
import { refuseControl } from './refuse_control.js'

/**
 * Stops an operation at its next chunk; finished chunks stay finished (contract#operation-routes). A queued operation
 * ends immediately, a running one as soon as its workers have left their chunks.
 * @throws Refusal CONFLICT when it has ended, or if it completes a merge or an erasure of an end user, which are final
 *   (contract/09-end-users#96-the-merchants-side).
 */
@inject()
export default class CancelOperation {
  constructor(
    protected callWorkers: CallWorkers,
    protected end: EndOperation,
    protected findOperation: FindOperation
  ) {}

  async execute(operation: OperationRow): Promise<OperationRow> {
    const { id, type } = operation
    const { restOf } = kindOf(type)
    if (restOf !== null) throw refuseControl({ reason: 'completes-other', type, restOf })
    return transaction(async (trx) => {
      const before = await firstRow<{ status: OperationStatus }>(
        trx,
        `update operations o set status = 'cancelling'
         from (select id, status from operations where id = ? for no key update) as was
         where o.id = was.id and was.status = any(?) returning was.status`,
        // A second cancel is not an error.
        [id, ['cancelling', ...statusesBefore('cancelling')]]
      )
      if (!before) {
        const { status } = (await this.findOperation.byId(id, trx))!
        throw refuseControl({ reason: 'not-cancellable', status })
      }
      if (before.status === 'queued') await this.end.within(trx, id, 'cancelled')
      else trx.after('commit', () => this.callWorkers.toCancel(id))
      return (await this.findOperation.byId(id, trx))!
    })
  }
}
