import { timestamp } from './sql.js'

/**
 * One column of a set of rows: its name, its Postgres type, and its value in each row, or a single value that all rows
 * share. A timestamptz is given in milliseconds, a jsonb as an object.
 */
export type RowColumn = { name: string; type: ColumnType; values: readonly unknown[] }
type ColumnType = 'uuid' | 'text' | 'int' | 'bigint' | 'timestamptz' | 'jsonb'

export type RowSet = {
  /** The SQL expression of each column, in the given order. */
  columns: string[]
  /** The source of rows, named `v`. */
  from: string
  /** The values of the `?` in `columns`, followed by those in `from`. */
  values: unknown[]
}

/**
 * Passes many rows as values of one statement. The first column is sent as a list; any other column with the same value
 * in every row is sent as one value. JSON columns hold objects or null and are sent as one document, which costs
 * Postgres and this process half as much as a list of documents.
 */
export function rowSet([first, ...others]: [RowColumn, ...RowColumn[]]): RowSet {
  const lists = [first, ...others.filter((column) => !isCommon(column))]
  const common = others.filter((column) => !lists.includes(column))
  return {
    columns: [first, ...others].map((column) =>
      lists.includes(column) ? listed(column) : `?::${column.type}`
    ),
    from: `rows from (${lists.map(source).join(', ')}) as v (${lists.map(({ name }) => name).join(', ')})`,
    values: [...common.map(({ type, values: [value] }) => scalar(type, value)), ...lists.map(list)],
  }
}

function isCommon({ values }: RowColumn): boolean {
  return values.length > 0 && values.every((value) => value === values[0])
}

function listed({ name, type }: RowColumn): string {
  return type === 'jsonb' ? `nullif(v.${name}, 'null')` : `v.${name}`
}

function source({ type }: RowColumn): string {
  return type === 'jsonb' ? 'jsonb_array_elements(?::jsonb)' : `unnest(?::${type}[])`
}

/** Only texts need the driver's quoting; an array of any other type can be written directly. */
function list({ type, values }: RowColumn): unknown {
  if (type === 'jsonb') return JSON.stringify(values)
  if (type === 'text') return values
  return `{${values.map((value) => scalar(type, value) ?? 'null').join(',')}}`
}

function scalar(type: ColumnType, value: unknown): unknown {
  if (value === null) return null
  if (type === 'jsonb') return JSON.stringify(value)
  return type === 'timestamptz' ? timestamp(value as number) : value
}
