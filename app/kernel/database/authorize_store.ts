import pg from 'pg'
import { databaseUrl } from './datastores.js'
import { CONNECTED, SERVER_KEEP_ALIVE } from './postgres_connection.js'
import type { Trx } from './unit_of_work.js'

/**
 * Postgres as the authorize path uses it: connections of its own, so that no report or import can take the
 * last one; statements prepared once per connection; and timeouts short enough that a client has its answer
 * within a second whatever happens to the server (contract/01-changes#bounds).
 */
const POOL_SIZE = 5
const PATIENCE = 800
/** Milliseconds that a call waits for a row that somebody else holds. */
export const LOCK_PATIENCE = 300

/**
 * The statements are index probes whatever their values, so they are planned once per connection, and only as
 * such. Which index is best can change when a million rows come in, so connections are renewed every so often:
 * the plan of an empty table never serves for long.
 */
const LIFETIME_SECONDS = 10
const PLANNING = [
  'plan_cache_mode=force_generic_plan',
  'jit=off',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')

let pool: pg.Pool | null = null

type Prepared = { name: string; text: string }
const statements = new Map<string, Prepared>()

/**
 * A connection of the authorize path. `rowArrays` gives rows as arrays of their cells, which cost the driver less than
 * objects.
 */
export type AuthorizeClient = Trx & {
  rowArrays: (sql: string, values: unknown[]) => Promise<unknown[][]>
}

/** Runs one statement outside a transaction. `?` marks a value, as in `#services/sql`. */
export function authorizeConnection(): AuthorizeClient {
  pool ??= openPool()
  return asClient(pool)
}

/** Runs `work` in one transaction. A connection on which anything failed is closed, not used again. */
export async function authorizeTransaction<T>(work: (trx: AuthorizeClient) => Promise<T>): Promise<T> {
  pool ??= openPool()
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(asClient(client))
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Opens all connections of this path, so that the first calls need not. Errors: those of Postgres. */
export async function warmAuthorizeStore() {
  const opening = (pool ??= openPool())
  const clients = await Promise.allSettled(Array.from({ length: POOL_SIZE }, () => opening.connect()))
  for (const one of clients) if (one.status === 'fulfilled') one.value.release()
  for (const one of clients) if (one.status === 'rejected') throw one.reason
}

export async function closeAuthorizeStore() {
  const closing = pool
  pool = null
  await closing?.end()
}

function openPool(): pg.Pool {
  const opened = new pg.Pool({
    ...CONNECTED,
    connectionString: databaseUrl(),
    max: POOL_SIZE,
    query_timeout: PATIENCE,
    statement_timeout: PATIENCE,
    lock_timeout: LOCK_PATIENCE,
    idle_in_transaction_session_timeout: 5000,
    idleTimeoutMillis: 60_000,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    application_name: 'latchkey-authorize',
    options: `${PLANNING} ${SERVER_KEEP_ALIVE}`,
  })
  opened.on('error', () => {})
  // A connection that breaks between two statements of a transaction tells nobody else.
  opened.on('connect', (client) => client.on('error', () => {}))
  return opened
}

/** The ledger and its like ask for no more of a transaction than `rawQuery`. */
function asClient(client: pg.Pool | pg.PoolClient): AuthorizeClient {
  const rawQuery = (sql: string, values: unknown[] = []) => client.query({ ...prepared(sql), values })
  const rowArrays = (sql: string, values: unknown[]) =>
    client.query({ ...prepared(sql), values, rowMode: 'array' }).then(({ rows }) => rows as unknown[][])
  return { rawQuery, rowArrays } as unknown as AuthorizeClient
}

/** Only fixed texts come here, so what is remembered stays small. */
function prepared(sql: string): Prepared {
  let statement = statements.get(sql)
  if (!statement) {
    let position = 0
    const text = sql.replace(/\?/g, () => `$${++position}`)
    statement = { name: `authorize_${statements.size}`, text }
    statements.set(sql, statement)
  }
  return statement
}
