import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import config from '#config/operations'
import { CONTINUATION } from '#jobs/catalog'
import Queues from '#services/queues'
import { rows } from '#services/sql'

/** Calls workers to share what is open of an operation, so that it never hangs on a single one. */
@inject()
export default class CallWorkers {
  constructor(protected queues: Queues) {}

  /**
   * As many as there are open chunks, at most `config.copies` in all; `present` of them are at it already. They
   * stand behind the operations that nobody has begun yet.
   */
  async execute(operationId: string, present = 0) {
    const [{ open }] = await rows<{ open: number }>(
      db.connection(),
      `select count(*)::int as open from (
         select from operation_chunks where operation_id = ? and done_at is null limit ?
       ) as seen`,
      [operationId, config.copies]
    )
    const wanted = Math.max(open, 1) - present
    if (wanted <= 0) return
    const how = { copies: wanted, priority: CONTINUATION }
    await this.queues.dispatch('operation.run', { operationId }, how)
  }
}
