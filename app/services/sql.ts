import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import { openTransaction } from './unit_of_work.js'

export type SqlClient = QueryClientContract | TransactionClientContract
type Binding = unknown

/**
 * Runs one SQL statement; `?` marks a value. Returns its rows. Inside an idempotent request that has written
 * already, a statement without a transaction of its own joins the request's, so that it sees those writes.
 */
export async function rows<Row>(client: SqlClient, sql: string, values: Binding[] = []): Promise<Row[]> {
  const result = await joined(client).rawQuery(sql, values as never)
  return result.rows as Row[]
}

/** The first row of a statement, or null. */
export async function firstRow<Row>(
  client: SqlClient,
  sql: string,
  values: Binding[] = []
): Promise<Row | null> {
  return (await rows<Row>(client, sql, values))[0] ?? null
}

/** How many rows a statement changed. */
export async function changedRows(client: SqlClient, sql: string, values: Binding[] = []): Promise<number> {
  const result = await joined(client).rawQuery(sql, values as never)
  return result.rowCount as number
}

function joined(client: SqlClient): SqlClient {
  return client.isTransaction ? client : (openTransaction() ?? client)
}

/** A timestamp column as milliseconds since the epoch, as a number: exact, and cheaper than a Date a cell. */
export function millis(column: string, name = column.split('.').at(-1)) {
  return `(extract(epoch from ${column}) * 1000)::float8 as "${name}"`
}

/** The `set` part of an update from the columns that were given; undefined ones keep their value. */
export function assigned(columns: Record<string, Binding>) {
  const given = Object.entries(columns).filter(([, value]) => value !== undefined)
  return {
    sql: given.map(([name]) => `${name} = ?`).join(', '),
    values: given.map(([, value]) => value),
  }
}
