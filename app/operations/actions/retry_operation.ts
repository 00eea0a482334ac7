import { inject } from '@adonisjs/core'
import { statusesBefore } from '#operations/rules/operation_states'
import { kindOf, type OperationRow } from '#operations/kinds/registry'
import FindOperation from '#operations/queries/find_operation'
import { holdOperations } from '#operations/store/hold_operations'
import { assertRoom } from '#kernel/limits/quotas'
import { changedRows, firstRow, rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import CallWorkers from './call_workers.js'
import { refuseControl } from './refuse_control.js'

/**
 * Resumes a failed or cancelled operation where it stopped; finished chunks stay finished
 * (contract#operation-routes).
 * @throws Refusal CONFLICT for an operation in any other status, and for one that was undone, because its finished
 *   chunks would stay undone; LIMIT_REACHED
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
      const { type, ...stopped } = (await this.findOperation.byId(id, trx))!
      const kind = kindOf(type)
      const verdict = await kind.retryVerdict(trx, { ...stopped, type })
      if (!verdict.allow) throw refuseControl(verdict.reason)
      await assertRoom(trx, 'openOperationsPerOrg', orgId)
      if (!(await reopen(trx, id, kind.retryNeedsFiles))) {
        const { status } = (await this.findOperation.byId(id, trx))!
        throw refuseControl({ reason: 'not-retryable', status })
      }
      trx.after('commit', () => this.callWorkers.next(orgId))
      return (await this.findOperation.byId(id, trx))!
    })
  }
}

/**
 * Returns false if the operation cannot run again. One that is being retired at this moment counts as such: a wait for its
 * files to be deleted would keep the other operations of the org from their turn.
 */
async function reopen(trx: Trx, id: string, needsFiles: boolean): Promise<boolean> {
  const held = 'select 1 from operations where id = ? for no key update skip locked'
  if (!(await firstRow(trx, held, [id]))) return false
  const reopened = await changedRows(
    trx,
    `update operations set status = 'queued', finished_at = null, error = null, result = null, processed = 0,
       succeeded = 0, skipped = 0, failed = 0, retired_at = null, heartbeat_at = clock_timestamp()
     where id = ? and status = any(?) and (retired_at is null or not ?::boolean)`,
    [id, statusesBefore('queued'), needsFiles]
  )
  await rows(
    trx,
    `update operation_chunks set held = false, faults = 0, fault = null, claim = null, not_before = null,
       given_back = 0
     where operation_id = ? and done_at is null`,
    [id]
  )
  return reopened > 0
}
