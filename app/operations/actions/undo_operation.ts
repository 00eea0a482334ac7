import { inject } from '@adonisjs/core'
import { isChange, isFinal } from '#operations/rules/operation'
import type { Scope } from '#kernel/audit/scope'
import Refusal from '#kernel/refusals/refusal'
import { noSuch } from '#kernel/refusals/refusals'
import FindOperation, { type OperationRow } from '#operations/queries/find_operation'
import { together, transaction } from '#kernel/database/unit_of_work'
import { holdOperations } from './hold_operations.js'
import StartOperation from './start_operation.js'

/**
 * Starts an operation that puts back what another one changed (contract#operation-routes). Which licenses those are is
 * found when it begins, in their timelines. Errors: CONFLICT while that one runs, and for one that changed nothing or
 * cannot be undone; LIMIT_REACHED.
 */
@inject()
export default class UndoOperation {
  constructor(
    protected start: StartOperation,
    protected findOperation: FindOperation
  ) {}

  async execute(scope: Scope, { id, orgId }: OperationRow, reason?: string): Promise<OperationRow> {
    return together(async () => {
      // A retry at the same time waits here, and then sees the undo.
      await transaction((trx) => holdOperations(trx, orgId))
      const original = await this.findOperation.inScope(scope, id)
      if (!original) throw noSuch('operation')
      const { type, status, dryRun, succeeded } = original
      const refuse = (message: string) => new Refusal('CONFLICT', { message })
      if (!isChange(type)) throw refuse(`An operation of the type ${type} cannot be undone`)
      if (!isFinal(status)) throw refuse(`The operation is ${status}: cancel it or wait for its end first`)
      if (dryRun || succeeded === 0) throw refuse('The operation has changed nothing')
      return this.start.execute(scope, {
        type: 'licenses.undo',
        params: { operationId: id, type, ...(reason === undefined ? {} : { reason }) },
        total: succeeded,
      })
    })
  }
}
