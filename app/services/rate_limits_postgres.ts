import pg from 'pg'
import { databaseUrl } from './datastores.js'
import type { Nonce, StoreAnswer } from './rate_limits.js'
import { WINDOW_MS } from './rate_limits.js'

type Row = { denied: number; wait_ms: string; fresh: boolean | null; used: number[] }

/**
 * Connections of their own: limits come before everything else, so they must not stand in line behind the
 * requests that hold the main pool's connections in transactions.
 */
const POOL_SIZE = 4
let pool: pg.Pool | null = null

/** Counts in Postgres, by the function `consume_limits`, as one prepared statement. */
export async function consumeInPostgres(
  keys: string[],
  ceilings: number[],
  nonce: Nonce | null
): Promise<StoreAnswer> {
  pool ??= openPool()
  const { rows } = await pool.query<Row>({
    name: 'consume_limits',
    text: 'select denied, wait_ms, fresh, used from consume_limits($1, $2, $3, $4, $5, $6)',
    values: [keys, ceilings, WINDOW_MS, Date.now(), nonce?.key ?? null, nonce?.ttlMs ?? null],
  })
  const { denied, wait_ms: waitMs, fresh, used } = rows[0]
  return { denied, waitMs: Number(waitMs), fresh, used }
}

export async function closePostgresLimits() {
  const closing = pool
  pool = null
  await closing?.end()
}

function openPool(): pg.Pool {
  const opened = new pg.Pool({
    connectionString: databaseUrl(),
    max: POOL_SIZE,
    connectionTimeoutMillis: 800,
    query_timeout: 800,
    keepAlive: true,
    application_name: 'latchkey-limits',
  })
  opened.on('error', () => {})
  return opened
}
