import { inject } from '@adonisjs/core'
import config from '#config/operations'
import Queues from '#services/queues'
import { rows } from '#services/sql'
import { transaction } from '#services/unit_of_work'
import CallWorkers from './call_workers.js'

/**
 * Calls workers for the operations that nobody has worked on for a while: a worker died, a queue lost its
 * jobs, or the call after the commit never got out. Marking them first keeps the calls from piling up.
 */
@inject()
export default class WakeOperations {
  constructor(
    protected queues: Queues,
    protected callWorkers: CallWorkers
  ) {}

  /** How many operations were woken. */
  async execute(): Promise<number> {
    const stale = await transaction((trx) =>
      rows<{ id: string; running: boolean }>(
        trx,
        `update operations set heartbeat_at = clock_timestamp()
         where id in (
           select id from operations
           where finished_at is null and heartbeat_at < clock_timestamp() - ?::int * interval '1 millisecond'
           order by id limit 100 for update skip locked
         ) returning id, status = 'running' as running`,
        [config.staleAfter]
      )
    )
    for (const { id, running } of stale) {
      // What has not begun may have to wait for its turn again: one look is enough.
      if (running) await this.callWorkers.execute(id)
      else await this.queues.dispatch('operation.run', { operationId: id })
    }
    return stale.length
  }
}
