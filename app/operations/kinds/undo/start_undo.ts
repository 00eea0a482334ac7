import { inject } from '@adonisjs/core'
import type { Scope } from '#kernel/audit/scope'
import { together, transaction } from '#kernel/database/unit_of_work'
import { noSuch } from '#kernel/refusals/refusals'
import StartOperation from '#operations/actions/start_operation'
import { kindOf, type OperationRow } from '#operations/kinds/registry'
import FindOperation from '#operations/queries/find_operation'
import { refuseControl } from '#operations/actions/refuse_control'
import { undoVerdict } from '#operations/rules/controls'
import { holdOperations } from '#operations/store/hold_operations'
import { UNDO } from './type.js'

/**
 * Starts an operation that puts back what another one changed (contract#operation-routes). Which licenses those are is
 * found when it begins, in their timelines.
 *
 * @throws Refusal CONFLICT while that one runs, and for one that changed nothing or cannot be undone; LIMIT_REACHED.
 */
@inject()
export default class StartUndo {
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
      const { type, succeeded } = original
      const verdict = undoVerdict(original, kindOf(type))
      if (!verdict.allow) throw refuseControl(verdict.reason)
      return this.start.execute(scope, {
        type: UNDO,
        params: { operationId: id, type, ...(reason === undefined ? {} : { reason }) },
        total: succeeded,
      })
    })
  }
}
