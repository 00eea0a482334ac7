import type pg from 'pg'

/** Lifetime of a connection in seconds: a random number between these two. */
export type Life = { least: number; most: number }

/**
 * Renews the connections of a pool one after the other. Each gets its own random lifetime, because connections that
 * opened together would also end together and delay every call at that moment. An ended connection is replaced before
 * it is needed.
 */
export function renewOneByOne(pool: pg.Pool, { least, most }: Life) {
  let filling = false
  const drawLife = () => (pool.options.maxLifetimeSeconds = least + Math.random() * (most - least))
  const refill = async () => {
    if (pool.ending || filling) return
    filling = true
    // If the server is unavailable, the next call opens the connection that it needs.
    await fill(pool).catch(() => {})
    filling = false
  }
  drawLife()
  pool.on('connect', drawLife)
  pool.on('remove', () => void refill())
}

/**
 * Opens the connections of a pool that are not open yet.
 * @throws the errors of Postgres.
 */
export async function fill(pool: pg.Pool) {
  const all = Array.from({ length: pool.options.max }, async () => (await pool.connect()).release())
  const failed = (await Promise.allSettled(all)).find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}
