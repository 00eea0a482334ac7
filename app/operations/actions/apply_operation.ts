import { inject } from '@adonisjs/core'
import type { Scope } from '#kernel/audit/scope'
import { kindOf, type OperationRow } from '#operations/kinds/registry'
import { copyChunks } from '#operations/store/insert_chunks'
import { applyVerdict } from '#operations/rules/controls'
import { changedRows } from '#kernel/database/sql'
import { refuseControl } from './refuse_control.js'
import StartOperation from './start_operation.js'

/**
 * Applies a finished dry run to exactly the licenses that it found (contract/01-changes#one-filter). A dry run is
 * applied at most once, because applying an extension twice would extend twice.
 * @throws Refusal CONFLICT for anything but a completed dry run of a bulk change, and for a dry run that was already
 *   applied.
 */
@inject()
export default class ApplyOperation {
  constructor(protected start: StartOperation) {}

  async execute(scope: Scope, dryRun: OperationRow): Promise<OperationRow> {
    const { id, type, params, total, productId } = dryRun
    const verdict = applyVerdict(dryRun, kindOf(type))
    if (!verdict.allow) throw refuseControl(verdict.reason)
    // The dry run of an API key covered one product, so the new operation is limited to it, whoever applies it.
    return this.start.execute(productId ? { ...scope, productId } : scope, {
      type,
      params: { ...params, appliedFrom: id },
      total,
      plan: async (trx, operationId) => {
        const sql = 'update operations set applied_as = ? where id = ? and applied_as is null'
        if ((await changedRows(trx, sql, [operationId, id])) === 0) {
          throw refuseControl({ reason: 'applied-already' })
        }
        await copyChunks(trx, operationId, id)
      },
    })
  }
}
