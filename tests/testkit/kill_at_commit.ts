import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { databaseUrl } from '#kernel/database/datastores'
import { rows } from '#kernel/database/sql'
import Queues from '#kernel/queues/queues'
import { commitTrap } from './commit_trap.js'
import { LONG } from './faults.js'
import { until } from './wait.js'
import { bootWorker, killWorker, letWork } from './worker_process.js'

/** A statement of each job by which the trap recognizes its transaction. */
const MARKS = {
  'licenses.expire': 'where sweep_at <=',
  'counts.fold': 'insert into license_counts',
  'tickets.age': 'from tickets where due_at <=',
  'end_users.erase': 'and erase_at <=',
  'sso.refresh': 'where not announced and not_after',
} as const

/** Jobs that need no payload. */
type Job = keyof typeof MARKS | 'processor.events' | 'orders.expire'

export type Moment = 'before' | 'after'

/** The short form kills only after the commit, when the worker does not yet know that it succeeded. */
export const MOMENTS: Moment[] = LONG ? ['before', 'after'] : ['after']

/** Kills a worker at the commit of a job's first transaction: before Postgres receives it, or just after. */
export function killAtCommit(job: keyof typeof MARKS, moment: Moment) {
  return killAtCommitOf(job, MARKS[job], moment)
}

/** Does the same at the commit of the transaction with this statement, in a worker of these queues. */
export async function killAtCommitOf(
  job: Job,
  statement: string,
  moment: Moment,
  queues: string[] = ['maintenance']
) {
  const trap = await commitTrap(databaseUrl(), statement, moment)
  const worker = bootWorker({ DATABASE_URL: trap.url }, queues)
  try {
    // Dispatched before the worker begins, because the worker then adds the whole schedule behind it.
    await (await app.container.make(Queues)).dispatch(job, {})
    await letWork(worker)
    await trap.caught
  } finally {
    await killWorker(worker)
    await trap.close()
  }
  await until('Postgres to end what was not committed', async () => (await openTransactions()) === 0)
}

/** Postgres notices a little later that a connection is gone. Until then its rows stay locked, and jobs skip them. */
async function openTransactions(): Promise<number> {
  const found = await rows(
    db.connection(),
    `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`
  )
  return found.length
}
