import type { Pool } from 'pg'
import { test } from '@japa/runner'
import { openPool } from '#kernel/database/pools'
import { retryDeadlocks } from '#kernel/queues/retry_deadlocks'
import { lockWaits } from '#tests/testkit/lock_waits'

/** Two locks of this spec alone. */
const [FIRST, SECOND] = [8_210_001, 8_210_002]

const lock = (key: number) => `pg_advisory_xact_lock(${key})`

/** Takes both locks. Postgres looks for a deadlock two seconds later, long before it looks for one of the other. */
const TAKES_BOTH = `select set_config('deadlock_timeout', '2s', true), ${lock(FIRST)}, ${lock(SECOND)}`

/** Lets a statement of the pool wait for a transaction that waits for it. Resolves as the statement does. */
async function meetDeadlock(pool: Pool): Promise<unknown> {
  const others = openPool('queues')
  const other = await others.connect()
  try {
    await other.query('begin')
    await other.query(`set local deadlock_timeout = '25s'`)
    await other.query(`select ${lock(SECOND)}`)
    const statement = pool.query(TAKES_BOTH)
    // Handled below.
    statement.catch(() => {})
    await lockWaits(1, `%${lock(SECOND)}%`)
    await other.query(`select ${lock(FIRST)}`)
    await other.query('commit')
    return await statement
  } finally {
    other.release()
    await others.end()
  }
}

test.group('a statement of a queue that Postgres undoes to end a deadlock', (group) => {
  group.tap((one) => one.timeout(30_000))

  test('is sent again, unlike one with another error', async ({ assert, cleanup }) => {
    const pool = retryDeadlocks(openPool('queues'))
    cleanup(() => pool.end())
    await assert.doesNotReject(() => meetDeadlock(pool))
    await assert.rejects(() => pool.query('select 1 / 0'), 'division by zero')
  })

  test('would end in an error', async ({ assert, cleanup }) => {
    const pool = openPool('queues')
    cleanup(() => pool.end())
    await assert.rejects(() => meetDeadlock(pool), 'deadlock detected')
  })
})
