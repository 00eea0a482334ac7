import { requireCommitsFor } from './hanging_commits.js'
import { openTransaction } from './unit_of_work.js'

/** Anything that runs statements: a connection, a transaction, or the connections of the authorize path. */
export type SqlExecutor = {
  readonly isTransaction: boolean
  rawQuery(sql: string, values?: never): PromiseLike<unknown>
}

/** An open transaction. A function takes this type if its writes must commit together with a change. */
export type SqlTransaction = SqlExecutor & { readonly isCompleted: boolean }

type Answer = { rows: unknown[]; rowCount: number }
type Binding = unknown

/**
 * Runs one SQL statement and returns its rows; `?` marks a value. Inside an idempotent request that has already
 * written, a statement without its own transaction joins the request's transaction, so that it sees those writes.
 */
export async function rows<Row>(client: SqlExecutor, sql: string, values: Binding[] = []): Promise<Row[]> {
  const result = (await joined(client, sql).rawQuery(sql, values as never)) as Answer
  return result.rows as Row[]
}

/** Returns the first row of a statement, or null. */
export async function firstRow<Row>(
  client: SqlExecutor,
  sql: string,
  values: Binding[] = []
): Promise<Row | null> {
  return (await rows<Row>(client, sql, values))[0] ?? null
}

/** Runs a statement and returns how many rows it changed. */
export async function changedRows(client: SqlExecutor, sql: string, values: Binding[] = []): Promise<number> {
  const result = (await joined(client, sql).rawQuery(sql, values as never)) as Answer
  return result.rowCount
}

function joined(client: SqlExecutor, sql: string): SqlExecutor {
  if (client.isTransaction) return client
  const open = openTransaction()
  if (!open) requireCommitsFor(sql)
  return open ?? client
}

/**
 * SQL for a timestamp as a number of milliseconds since the epoch, which is cheaper than a Date per cell. `date_part`
 * computes in floats, while `extract` computes in decimals, which would cost as much as finding the row; rounding makes
 * the result exact.
 */
export function epochMillis(expression: string): string {
  return `round(date_part('epoch', ${expression}) * 1000)`
}

/** SQL for a timestamp column as milliseconds since the epoch, under its own name or another. */
export function millis(column: string, name = column.split('.').at(-1)) {
  return `${epochMillis(column)} as "${name}"`
}

/** Formats milliseconds since the epoch for Postgres; null stays null. */
export function timestamp(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

/** The `set` part of an update, from the given columns; undefined columns keep their value. */
export function assigned(columns: Record<string, Binding>) {
  const given = Object.entries(columns).filter(([, value]) => value !== undefined)
  return {
    sql: given.map(([name]) => `${name} = ?`).join(', '),
    values: given.map(([, value]) => value),
  }
}
