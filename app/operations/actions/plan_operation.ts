import { inject } from '@adonisjs/core'
import { kindOf, type OperationRow } from '#operations/kinds/registry'
import { changedRows, firstRow, rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import CallWorkers from './call_workers.js'

/**
 * Finds the licenses of an operation and cuts them into chunks, once, when it begins (contract#bulk-requests,
 * contract#chunks). One database statement does this for any number of licenses. Then calls more workers to share
 * them. Only this worker waits for the plan: a cancel does not wait, and the plan of an operation that is cancelled
 * while it is planned is discarded.
 */
@inject()
export default class PlanOperation {
  constructor(protected callWorkers: CallWorkers) {}

  /**
   * Plans the operation; returns whether it has its chunks now. False if another worker is planning it: that worker
   * may hang, so this one does not wait but tries again later. Also false if the operation was cancelled.
   */
  async execute(operation: OperationRow): Promise<boolean> {
    try {
      return await transaction((trx) => this.#plan(trx, operation))
    } catch (error) {
      if (error instanceof Overtaken) return false
      throw error
    }
  }

  async #plan(trx: Trx, operation: OperationRow): Promise<boolean> {
    const { id, type } = operation
    const { plan } = kindOf(type)
    if (!plan) throw new Error(`The start of ${type} has to write its chunks`)
    const [{ alone }] = await rows<{ alone: boolean }>(
      trx,
      `select pg_try_advisory_xact_lock(hashtextextended('plan ' || ?, 0)) as alone`,
      [id]
    )
    if (!alone) return false
    if (!(await firstRow(trx, 'select id from operations where id = ? and planned_at is null', [id])))
      return true
    // No timeout, even for a very large org: only this worker waits.
    await rows(trx, 'set local statement_timeout = 0')
    await plan(trx, operation, Date.now())
    const planned = await changedRows(
      trx,
      `update operations set planned_at = clock_timestamp(), total = (
         select coalesce(sum(size), 0)::int from operation_chunks where operation_id = ?
       ) where id = ? and planned_at is null and status = 'running'`,
      [id, id]
    )
    if (planned === 0) throw new Overtaken()
    trx.after('commit', () => this.callWorkers.others(id))
    return true
  }
}

/** The operation was cancelled while it was planned; the transaction must roll back. */
class Overtaken extends Error {}
