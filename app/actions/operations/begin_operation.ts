import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import config from '#config/operations'
import { isFinal } from '#domain/operation/operation'
import FindOperation, { type OperationRow } from '#queries/operations/find_operation'
import { changedRows, rows } from '#services/sql'
import { transaction } from '#services/unit_of_work'
import CallWorkers from './call_workers.js'

/**
 * Lets a worker begin, or go on with, an operation, unless its org has enough of them running already. Who
 * begins it calls others to share it, whether it was started just now or has waited for its turn.
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
    if (operation.status === 'queued') {
      if (!(await this.#admit(operation))) return null
      await this.callWorkers.execute(id, 1)
    }
    await beat(id)
    return { ...operation, status: operation.status === 'queued' ? 'running' : operation.status }
  }

  /** The lock makes workers that begin operations of one org take turns, so the limit is exact. */
  #admit({ id, orgId }: OperationRow): Promise<boolean> {
    return transaction(async (trx) => {
      await rows(trx, `select pg_advisory_xact_lock(hashtextextended('operations ' || ?, 0))`, [orgId])
      const begun = await changedRows(
        trx,
        `update operations set status = 'running', started_at = coalesce(started_at, clock_timestamp())
         where id = ? and status = 'queued' and (
           select count(*) from operations
           where org_id = ? and finished_at is null and status in ('running', 'cancelling')
         ) < ?`,
        [id, orgId, config.runningPerOrg]
      )
      return begun > 0
    })
  }
}

/** Says that somebody works on an operation; once a second is enough for all its workers. */
export async function beat(id: string) {
  await rows(
    db.connection(),
    `update operations set heartbeat_at = clock_timestamp()
     where id = ? and heartbeat_at < clock_timestamp() - interval '1 second'`,
    [id]
  )
}
