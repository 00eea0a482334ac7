import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { until } from './wait.js'

/** The advisory lock that the held commits wait for. */
const LOCK = 4_711

export type HeldCommits = {
  /** Lets the commits take place. */
  release: () => Promise<void>
  /** Ends the connections of the commits that wait now, so that their transactions are aborted. */
  terminate: () => Promise<void>
  /** Resolves when this many commits wait. */
  waiting: (many: number) => Promise<unknown>
  /** The number of commits that wait now. */
  count: () => Promise<number>
  /** Releases the commits and stops holding further ones. */
  end: () => Promise<void>
}

/**
 * Makes every COMMIT of a transaction that writes to `table` wait inside Postgres until `release`, as it waits for a
 * slow disk or for a standby that is away.
 */
export async function holdCommits(table: string): Promise<HeldCommits> {
  const name = `hold_commits_of_${table}`
  await db.rawQuery(
    `create function ${name}() returns trigger language plpgsql set lock_timeout = 0 as
     $$ begin perform pg_advisory_xact_lock_shared(${LOCK}); return null; end $$`
  )
  await db.rawQuery(
    `create constraint trigger ${name} after insert or update on ${table} deferrable initially deferred
     for each row execute function ${name}()`
  )
  const holder = await db.transaction()
  await rows(holder, `select pg_advisory_xact_lock(${LOCK})`)
  const held = `from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
  const count = async () => (await rows(db.connection(), `select ${held}`)).length
  const release = async () => {
    if (!holder.isCompleted) await holder.rollback()
    await until('the held commits to end', async () => (await count()) === 0)
  }
  return {
    release,
    count,
    terminate: async () => {
      await rows(db.connection(), `select pg_terminate_backend(pid) ${held}`)
    },
    waiting: (many) => until(`${many} held commits`, async () => (await count()) >= many),
    end: async () => {
      await release()
      await db.rawQuery(`drop function if exists ${name}() cascade`)
    },
  }
}
