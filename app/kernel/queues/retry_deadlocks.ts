import type { Pool } from 'pg'

/** Postgres's code for a statement that it has undone to end a deadlock. */
const DEADLOCK = '40P01'

/** How often a statement is sent. Of two in a deadlock one goes on, so the other seldom meets a third. */
const TRIES = 5

/**
 * Sends statements of `pool.query` again that Postgres has undone to end a deadlock. BullMQ's functions lock jobs in no
 * fixed order, so two workers that end jobs while others become due may wait for each other. BullMQ takes that for a
 * failure of the job, although its work is done. Each of these statements is a transaction of its own.
 */
export function retryDeadlocks(pool: Pool): Pool {
  const send = pool.query.bind(pool) as (...words: unknown[]) => Promise<unknown>
  const query = async (...words: unknown[]) => {
    for (let tries = 1; ; tries++) {
      try {
        return await send(...words)
      } catch (error) {
        if (tries === TRIES || (error as { code?: unknown }).code !== DEADLOCK) throw error
      }
    }
  }
  pool.query = query as typeof pool.query
  return pool
}
