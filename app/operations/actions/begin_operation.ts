import { inject } from '@adonisjs/core'
import config from '#config/operations'
import { isFinal } from '#operations/rules/operation'
import { statusesBefore } from '#operations/rules/operation_states'
import FindOperation from '#operations/queries/find_operation'
import type { OperationRow } from '#operations/kinds/registry'
import { beat } from '#operations/store/heartbeat'
import { holdOperations } from '#operations/store/hold_operations'
import { observe } from '#kernel/observe/observe'
import { changedRows, rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import CallWorkers from './call_workers.js'

/**
 * Lets a worker begin or resume an operation. The operations of an org begin in the order of their creation, and at
 * most `config.runningPerOrg` run at a time. The worker that begins an operation calls other workers to share it.
 */
@inject()
export default class BeginOperation {
  constructor(
    protected findOperation: FindOperation,
    protected callWorkers: CallWorkers
  ) {}

  /** The operation to work on; null when it has ended, is gone, or must wait for its turn. */
  async execute(id: string): Promise<OperationRow | null> {
    const operation = await this.findOperation.byId(id)
    if (!operation || isFinal(operation.status)) return null
    const fresh = operation.status === 'queued'
    if (fresh && !(await this.#admit(operation))) return null
    if (fresh) observe('operation_began', { operationId: id, orgId: operation.orgId, type: operation.type })
    // The worker that writes this second's heartbeat also calls the other workers again, in case the queue lost their
    // jobs.
    if ((await beat(id)) || fresh) await this.callWorkers.others(id)
    return { ...operation, status: fresh ? 'running' : operation.status }
  }

  /**
   * Starts the operation if running operations and older queued ones of its org leave room for it; returns whether it
   * did. The lock serializes workers that begin operations of one org, so the limit is exact.
   */
  #admit({ id, orgId }: OperationRow): Promise<boolean> {
    return transaction(async (trx) => {
      // Another process that holds this org's lock and hangs must not block the worker.
      await rows(trx, `set local lock_timeout = '500ms'`)
      await holdOperations(trx, orgId)
      const begun = await changedRows(
        trx,
        `update operations set status = 'running', started_at = coalesce(started_at, clock_timestamp())
         where id = ? and status = any(?) and (
           select count(*) from operations
           where org_id = ? and finished_at is null and (status <> 'queued' or id < ?)
         ) < ?`,
        [id, statusesBefore('running'), orgId, id, config.runningPerOrg]
      )
      return begun > 0
    })
  }
}
