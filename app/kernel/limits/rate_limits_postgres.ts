import pg from 'pg'
import { databaseUrl } from '#kernel/database/datastores'
import { CONNECTED, SERVER_KEEP_ALIVE } from '#kernel/database/postgres_connection'
import { WINDOW_MS, type StoreAnswer, type StoreBatch } from './rate_limit_windows.js'

type Row = { denied: number[]; waitMs: string[]; fresh: (boolean | null)[]; used: number[] }

/**
 * Connections of their own: limits come before everything else, so they must not stand in line behind the
 * requests that hold the main pool's connections in transactions.
 */
const POOL_SIZE = 4
let pool: pg.Pool | null = null

const COUNT = {
  name: 'consume_limits',
  text: `select denied, wait_ms as "waitMs", fresh, used from consume_limits($1, $2, $3, $4, $5, $6, $7,
    (extract(epoch from statement_timestamp()) * 1000)::bigint)`,
}

/** Counts in Postgres, by the function `consume_limits`: one prepared statement for all of the requests. */
export async function consumeInPostgres({ keys, requests }: StoreBatch): Promise<StoreAnswer[]> {
  pool ??= openPool()
  const { rows } = await pool.query<Row>({
    ...COUNT,
    values: [
      keys,
      requests.map(({ slots }) => slots.length),
      requests.flatMap(({ slots }) => slots),
      requests.flatMap(({ ceilings }) => ceilings),
      requests.map(({ nonce }) => nonce?.key ?? null),
      requests.map(({ nonce }) => nonce?.ttlMs ?? null),
      WINDOW_MS,
    ],
  })
  const { denied, waitMs, fresh, used } = rows[0]
  let from = 0
  return requests.map(({ slots }, at) => {
    const counts = used.slice(from, (from += slots.length))
    return { denied: denied[at], waitMs: Number(waitMs[at]), fresh: fresh[at], used: counts }
  })
}

export async function closePostgresLimits() {
  const closing = pool
  pool = null
  await closing?.end()
}

function openPool(): pg.Pool {
  const opened = new pg.Pool({
    ...CONNECTED,
    connectionString: databaseUrl(),
    max: POOL_SIZE,
    query_timeout: 800,
    options: SERVER_KEEP_ALIVE,
    application_name: 'latchkey-limits',
  })
  opened.on('error', () => {})
  return opened
}
