import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import config from '#config/operations'
import { isFinal } from '#operations/rules/operation'
import FindOperation, { type OperationRow } from '#operations/queries/find_operation'
import { changedRows, rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import CallWorkers from './call_workers.js'
import { holdOperations } from './hold_operations.js'

/**
 * Lets a worker begin, or go on with, an operation. The operations of an org begin in the order of their creation, and
 * no more than `config.runningPerOrg` run at a time. Whoever begins one calls others to share it.
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
    // Whoever gives the sign of life of this second also calls the others again: a queue may have lost their jobs.
    if ((await beat(id)) || fresh) await this.callWorkers.others(id)
    return { ...operation, status: fresh ? 'running' : operation.status }
  }

  /**
   * Whether its turn has come: those that run, and those that are older and still wait, leave room for it. The lock
   * makes workers that begin operations of one org take turns, so the limit is exact.
   */
  #admit({ id, orgId }: OperationRow): Promise<boolean> {
    return transaction(async (trx) => {
      // A caller of this org whose process stands still must not keep the worker from others.
      await rows(trx, `set local lock_timeout = '500ms'`)
      await holdOperations(trx, orgId)
      const begun = await changedRows(
        trx,
        `update operations set status = 'running', started_at = coalesce(started_at, clock_timestamp())
         where id = ? and status = 'queued' and (
           select count(*) from operations
           where org_id = ? and finished_at is null and (status <> 'queued' or id < ?)
         ) < ?`,
        [id, orgId, id, config.runningPerOrg]
      )
      return begun > 0
    })
  }
}

/**
 * Says that somebody works on an operation; once a second is enough for all its workers. Whether this call was the one.
 */
export async function beat(id: string): Promise<boolean> {
  const beaten = await changedRows(
    db.connection(),
    `update operations set heartbeat_at = clock_timestamp()
     where id = (
       select id from operations where id = ? and heartbeat_at < clock_timestamp() - interval '1 second'
       for no key update skip locked
     )`,
    [id]
  )
  return beaten > 0
}
