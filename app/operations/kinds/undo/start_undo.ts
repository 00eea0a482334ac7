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
 * Starts an operation that reverts the changes of another one (contract#operation-routes). The licenses are found in
 * their timelines when it begins.
 *
 * @throws Refusal NOT_FOUND; CONFLICT while the other operation runs, and if it changed nothing or cannot be undone;
 *   LIMIT_REACHED.
 */
@inject()
export default class StartUndo {
  constructor(
    protected start: StartOperation,
    protected findOperation: FindOperation
  ) {}

  async execute(scope: Scope, { id, orgId }: OperationRow, reason?: string): Promise<OperationRow> {
    return together(async () => {
      // A concurrent retry waits for this lock and then sees the undo.
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
