import type pg from 'pg'

/** Seconds that a connection lives: a random number between these two. */
export type Life = { least: number; most: number }

/**
 * Renews the connections of a pool one after the other. Each lives for a time of its own, because those that were
 * opened together would end together and keep every call of that moment waiting; and one that has ended is replaced
 * before anybody asks for it.
 */
export function renewOneByOne(pool: pg.Pool, { least, most }: Life) {
  let filling = false
  const drawLife = () => (pool.options.maxLifetimeSeconds = least + Math.random() * (most - least))
  const refill = async () => {
    if (pool.ending || filling) return
    filling = true
    // If the server is away, the next call opens what it needs.
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
