import { openTransaction } from './unit_of_work.js'

/** Anything that runs statements: a connection, a transaction, or the connections of the authorize path. */
export type SqlExecutor = {
  readonly isTransaction: boolean
  rawQuery(sql: string, values?: never): PromiseLike<unknown>
}

/** A transaction that is open. Whatever must commit together with a change asks for one. */
export type SqlTransaction = SqlExecutor & { readonly isCompleted: boolean }

type Answer = { rows: unknown[]; rowCount: number }
type Binding = unknown

/**
 * Runs one SQL statement; `?` marks a value. Returns its rows. Inside an idempotent request that has written
 * already, a statement without a transaction of its own joins the request's, so that it sees those writes.
 */
export async function rows<Row>(client: SqlExecutor, sql: string, values: Binding[] = []): Promise<Row[]> {
  const result = (await joined(client).rawQuery(sql, values as never)) as Answer
  return result.rows as Row[]
}

/** The first row of a statement, or null. */
export async function firstRow<Row>(
  client: SqlExecutor,
  sql: string,
  values: Binding[] = []
): Promise<Row | null> {
  return (await rows<Row>(client, sql, values))[0] ?? null
}

/** How many rows a statement changed. */
export async function changedRows(client: SqlExecutor, sql: string, values: Binding[] = []): Promise<number> {
  const result = (await joined(client).rawQuery(sql, values as never)) as Answer
  return result.rowCount
}

function joined(client: SqlExecutor): SqlExecutor {
  return client.isTransaction ? client : (openTransaction() ?? client)
}

/**
 * A timestamp as milliseconds since the epoch, as a number: cheaper than a Date a cell. `date_part` reckons in
 * floats where `extract` reckons in decimals, which would cost as much as finding the row; rounding makes it exact.
 */
export function epochMillis(expression: string): string {
  return `round(date_part('epoch', ${expression}) * 1000)`
}

/** A timestamp column as milliseconds since the epoch, under its own name or another. */
export function millis(column: string, name = column.split('.').at(-1)) {
  return `${epochMillis(column)} as "${name}"`
}

/** A moment as Postgres reads it; null stays null. */
export function timestamp(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

/** The `set` part of an update from the columns that were given; undefined ones keep their value. */
export function assigned(columns: Record<string, Binding>) {
  const given = Object.entries(columns).filter(([, value]) => value !== undefined)
  return {
    sql: given.map(([name]) => `${name} = ?`).join(', '),
    values: given.map(([, value]) => value),
  }
}
