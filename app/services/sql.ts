import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'

export type SqlClient = QueryClientContract | TransactionClientContract
type Binding = unknown

/** Runs one SQL statement; `?` marks a value. Returns its rows. */
export async function rows<Row>(client: SqlClient, sql: string, values: Binding[] = []): Promise<Row[]> {
  const result = await client.rawQuery(sql, values as never)
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
  const result = await client.rawQuery(sql, values as never)
  return result.rowCount as number
}

/** A timestamp column as milliseconds since the epoch, as a number: exact, and cheaper than a Date a cell. */
export function millis(column: string, name = column.split('.').at(-1)) {
  return `(extract(epoch from ${column}) * 1000)::float8 as "${name}"`
}
