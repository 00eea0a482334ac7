import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import config from '#config/operations'
import { rows } from '#kernel/database/sql'
import CallWorkers from './call_workers.js'

/** The most operations that one statement wakes. */
const BATCH = 100

/** Operations that have begun and not ended. */
const BEGUN = `select id from operations where finished_at is null and status <> 'queued'`

/** The oldest queued operations of each org, as many as it has room to run. */
const NEXT = `
  select next.id from (
    select org_id, count(*) filter (where status <> 'queued') as running from operations
    where finished_at is null group by org_id having bool_or(status = 'queued')
  ) as busy cross join lateral (
    select id from operations o where o.org_id = busy.org_id and o.finished_at is null and o.status = 'queued'
    order by id limit greatest(0, :room - busy.running)
  ) as next`

/**
 * Calls workers for operations without recent work: a worker died, the queue lost its jobs, or the call after the
 * commit was never sent. It starts with the operations that have been silent longest and continues until none is
 * left. Each is marked first, so it is not called again at once.
 */
@inject()
export default class WakeOperations {
  constructor(protected callWorkers: CallWorkers) {}

  /** Returns the number of operations that it called workers for. */
  async execute(): Promise<number> {
    return (await this.#wakeAll(BEGUN)) + (await this.#wakeAll(NEXT))
  }

  async #wakeAll(candidates: string): Promise<number> {
    for (let woken = 0; ;) {
      const ids = await markStale(candidates)
      await this.callWorkers.first(ids)
      woken += ids.length
      if (ids.length < BATCH) return woken
    }
  }
}

/** Marks operations that were silent too long. It skips locked rows, because a worker is using them. */
async function markStale(candidates: string): Promise<string[]> {
  const marked = await rows<{ id: string }>(
    db.connection(),
    `update operations set heartbeat_at = clock_timestamp()
     where id in (
       select id from operations
       where finished_at is null and heartbeat_at < clock_timestamp() - ?::int * interval '1 millisecond'
         and id in (${candidates.replace(':room', String(config.runningPerOrg))})
       order by heartbeat_at limit ? for no key update skip locked
     ) returning id`,
    [config.staleAfter, BATCH]
  )
  return marked.map(({ id }) => id)
}
