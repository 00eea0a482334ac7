import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import config from '#config/operations'
import { HELP } from '#kernel/queues/catalog'
import Queues, { type Call } from '#kernel/queues/queues'
import { rows } from '#kernel/database/sql'

type RunCall = Call<'operation.run'>

/**
 * Enqueues jobs for operations. Each job has a name, so however often an operation is enqueued, at most one job per
 * share waits for it. The first shares of all operations run in the order in which they were enqueued. Further shares
 * have a lower priority than every first share: they only use idle workers, so a large operation never holds up a
 * small one, and a stream of small ones never stops a large one.
 */
@inject()
export default class CallWorkers {
  constructor(protected queues: Queues) {}

  /** Calls one worker for each operation. */
  first(ids: string[]) {
    return this.#call(ids.map((id) => ({ payload: { operationId: id }, once: `op-${id}-0` })))
  }

  /**
   * Calls one more worker for each open chunk after the first, so that at most `config.copies` share the operation.
   */
  async others(operationId: string) {
    const [{ open }] = await rows<{ open: number }>(
      db.connection(),
      `select count(*)::int as open from (
         select from operation_chunks where operation_id = ? and done_at is null limit ?
       ) as seen`,
      [operationId, config.copies]
    )
    const shares = Array.from({ length: Math.max(open - 1, 0) }, (_, at) => at + 1)
    await this.#call(
      shares.map((share) => ({
        payload: { operationId },
        once: `op-${operationId}-${share}`,
        priority: HELP,
      }))
    )
  }

  /** Calls a worker to end a cancelled operation, regardless of its other jobs. */
  toCancel(operationId: string) {
    return this.#call([{ payload: { operationId }, once: `op-${operationId}-cancel` }])
  }

  /** Calls workers for the operations of an org that can begin now, in the order of their creation. */
  async next(orgId: string) {
    const found = await rows<{ id: string }>(
      db.connection(),
      `select id from operations where org_id = ? and finished_at is null and status = 'queued' order by id
       limit greatest(0, ?::int - (
         select count(*)::int from operations where org_id = ? and finished_at is null and status <> 'queued'
       ))`,
      [orgId, config.runningPerOrg, orgId]
    )
    await this.first(found.map(({ id }) => id))
  }

  async #call(calls: RunCall[]) {
    if (calls.length > 0) await this.queues.dispatchAll('operation.run', calls)
  }
}
