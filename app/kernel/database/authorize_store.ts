import type pg from 'pg'
import { CONNECTIONS } from './connections.js'
import { LazyPool, openPool } from './pools.js'
import { fill, renewOneByOne } from './renewed_connections.js'
import type { SqlExecutor, SqlTransaction } from './sql.js'

/**
 * Postgres as the authorize path uses it: connections of its own, statements prepared once per connection, and timeouts
 * short enough that a client has its answer within a second whatever happens to the server (contract/01-changes#bounds).
 */
const pool = new LazyPool('authorize', () => {
  // Not `verify`, which the pool has too: a caller that gives up meanwhile would keep the connection for good.
  const opened = openPool('authorize', { onConnect: prepare })
  renewOneByOne(opened, LIFE)
  return opened
})
const { settings } = CONNECTIONS.authorize

/** Seconds for which the plans of a connection serve. */
const LIFE = { least: 30, most: 60 }

/** Milliseconds that a call waits for a locked row. */
export const LOCK_PATIENCE = settings.lock_timeout

type Prepared = { name: string; text: string }
const statements = new Map<string, Prepared>()

/**
 * A connection of the authorize path. `rowArrays` gives rows as arrays of their cells, which cost the driver less than
 * objects.
 */
export type AuthorizeClient = SqlExecutor & {
  rowArrays: (sql: string, values: unknown[]) => Promise<unknown[][]>
}

/** A transaction of the authorize path. Nothing can be put off until it ends: it knows statements alone. */
export type AuthorizeTransaction = AuthorizeClient & SqlTransaction

/** Runs one statement outside a transaction. `?` marks a value, as in `#services/sql`. */
export function authorizeConnection(): AuthorizeClient {
  return asClient(pool.get(), false)
}

/** Runs `work` in one transaction. A connection on which anything failed is closed, not used again. */
export async function authorizeTransaction<T>(work: (trx: AuthorizeTransaction) => Promise<T>): Promise<T> {
  const client = await pool.get().connect()
  const trx = { ...asClient(client, true), isCompleted: false }
  try {
    await client.query('begin')
    const result = await work(trx)
    await client.query('commit')
    trx.isCompleted = true
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

let preparation: (client: AuthorizeClient) => Promise<unknown> = async () => {}

/**
 * Has `work` done on each connection that is opened from now on, before anybody gets it: the first statement on a
 * connection takes many times as long as the next one.
 */
export function prepareAuthorizeConnections(work: typeof preparation) {
  preparation = work
}

/** A connection that could not be prepared is slow once, or broken: whoever uses it finds out. The pool waits for it. */
function prepare(client: pg.ClientBase): unknown {
  return preparation(asClient(client, false)).catch(() => {})
}

/**
 * Opens all connections of this path, so that the first calls need not.
 * @throws the errors of Postgres.
 */
export const warmAuthorizeStore = () => fill(pool.get())

export const closeAuthorizeStore = () => pool.close()

function asClient(client: pg.Pool | pg.ClientBase, isTransaction: boolean): AuthorizeClient {
  const rawQuery = (sql: string, values: unknown[] = []) => client.query({ ...prepared(sql), values })
  const rowArrays = (sql: string, values: unknown[]) =>
    client.query({ ...prepared(sql), values, rowMode: 'array' }).then(({ rows }) => rows as unknown[][])
  return { isTransaction, rawQuery, rowArrays }
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
