import pg from 'pg'
import { UnknownOutcome } from './commit_outcome.js'
import { CONNECTIONS } from './connections.js'
import { requireCommits } from './hanging_commits.js'
import { LazyPool } from './lazy_pool.js'
import { openPool } from './pools.js'
import { fill, renewOneByOne } from './renewed_connections.js'
import type { SqlExecutor, SqlTransaction } from './sql.js'
import { isStoreAway } from '#kernel/refusals/database_faults'
import Refusal from '#kernel/refusals/refusal'

/**
 * Postgres for the authorize path. It has separate connections, prepares each statement once per connection, and uses
 * timeouts that are short enough for a response within a second in any state of the server
 * (contract/01-changes#bounds).
 */
const pool = new LazyPool('authorize', () => {
  // Do not use the pool's `verify` option: a caller that gives up during it would keep the connection forever.
  const opened = openPool('authorize', { onConnect: prepare })
  renewOneByOne(opened, LIFE)
  return opened
})
const { settings } = CONNECTIONS.authorize

/** How long the query plans of a connection are used, in seconds. */
const LIFE = { least: 30, most: 60 }

/** How long a call waits for a locked row, in milliseconds. */
export const LOCK_PATIENCE = settings.lock_timeout

type Prepared = { name: string; text: string }
const statements = new Map<string, Prepared>()

/**
 * A connection of the authorize path. `rowArrays` returns each row as an array of its cells, which costs the driver
 * less than objects.
 */
export type AuthorizeClient = SqlExecutor & {
  rowArrays: (sql: string, values: unknown[]) => Promise<unknown[][]>
}

/** A transaction of the authorize path. It only runs statements; nothing can be scheduled for after its commit. */
export type AuthorizeTransaction = AuthorizeClient & SqlTransaction

/** Returns an executor that runs each statement outside a transaction. `?` marks a value, as in `rows` of `sql.ts`. */
export function authorizeConnection(): AuthorizeClient {
  return asClient(pool.get(), false)
}

/**
 * Runs `work` in one transaction. If anything fails, the connection is closed instead of reused; only a refusal, which
 * is no fault of the connection, is rolled back.
 */
export function authorizeTransaction<T>(work: (trx: AuthorizeTransaction) => Promise<T>): Promise<T> {
  return onOwnConnection(async (client, trx) => {
    await client.query('begin')
    const result = await work(trx)
    await client.query('commit')
    return result
  })
}

/**
 * Does the same for work that must not be repeated if it was committed without an answer. The id of the transaction is
 * read in the round trip of BEGIN.
 * @throws UnknownOutcome if COMMIT was sent and Postgres has not refused it. After any other error nothing is committed.
 */
export function traceableTransaction<T>(work: (trx: AuthorizeTransaction) => Promise<T>): Promise<T> {
  return onOwnConnection(async (client, trx) => {
    const begun: unknown = await client.query('begin; select pg_current_xact_id()::text as id')
    const [, { rows: ids }] = begun as [unknown, { rows: { id: string }[] }]
    const result = await work(trx)
    await client.query('commit').catch((error: unknown) => {
      const isRefused = error instanceof pg.DatabaseError && !isStoreAway(error)
      throw isRefused ? error : new UnknownOutcome(ids[0].id, error)
    })
    return result
  })
}

async function onOwnConnection<T>(
  run: (client: pg.ClientBase, trx: AuthorizeTransaction) => Promise<T>
): Promise<T> {
  requireCommits()
  const client = await pool.get().connect()
  const trx = { ...asClient(client, true), isCompleted: false }
  try {
    const result = await run(client, trx)
    trx.isCompleted = true
    client.release()
    return result
  } catch (error) {
    client.release(!(error instanceof Refusal && (await isRolledBack(client))))
    throw error
  }
}

function isRolledBack(client: pg.ClientBase): Promise<boolean> {
  return client.query('rollback').then(
    () => true,
    () => false
  )
}

let preparation: (client: AuthorizeClient) => Promise<unknown> = async () => {}

/**
 * Registers `work`, which then runs on each newly opened connection before its first use. The first statement on a
 * connection takes many times as long as the next one.
 */
export function prepareAuthorizeConnections(work: typeof preparation) {
  preparation = work
}

/**
 * The pool waits for the preparation. If it fails, the connection is slow once or broken, which its next user notices.
 */
function prepare(client: pg.ClientBase): unknown {
  return preparation(asClient(client, false)).catch(() => {})
}

/**
 * Opens all connections of this path, so that the first calls do not have to.
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

/** Callers pass only constant SQL texts, so the map stays small. */
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
