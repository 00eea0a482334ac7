import { inject } from '@adonisjs/core'
import { isChange } from '#operations/rules/operation'
import type { Scope } from '#kernel/audit/scope'
import Refusal from '#kernel/refusals/refusal'
import type { OperationRow } from '#operations/queries/find_operation'
import { changedRows } from '#kernel/database/sql'
import { copyChunks } from './insert_chunks.js'
import StartOperation from './start_operation.js'

/**
 * Starts in earnest what a finished dry run has tried, on exactly the licenses that it found
 * (contract/01-changes#one-filter). A dry run is applied once, because an extension that is applied twice would extend
 * twice. Errors: CONFLICT for anything but a completed dry run of a bulk change, and for one that was applied already.
 */
@inject()
export default class ApplyOperation {
  constructor(protected start: StartOperation) {}

  async execute(scope: Scope, dryRun: OperationRow): Promise<OperationRow> {
    const { id, type, status, params, total } = dryRun
    const refuse = (message: string) => new Refusal('CONFLICT', { message })
    if (!dryRun.dryRun) throw refuse('Only a dry run can be applied, and this operation was none')
    if (!isChange(type) && type !== 'licenses.delete') {
      throw refuse(`A dry run of the type ${type} cannot be applied: start it again without dryRun`)
    }
    if (status !== 'completed') throw refuse(`The dry run is ${status}: only a completed one can be applied`)
    return this.start.execute(scope, {
      type,
      params: { ...params, appliedFrom: id },
      total,
      plan: async (trx, operationId) => {
        const sql = 'update operations set applied_as = ? where id = ? and applied_as is null'
        if ((await changedRows(trx, sql, [operationId, id])) === 0) {
          throw refuse('The dry run was applied already: make a new one')
        }
        await copyChunks(trx, operationId, id)
      },
    })
  }
}
