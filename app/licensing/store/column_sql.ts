import { millis } from '#kernel/database/sql'
import { exportFields, LICENSE_COLUMNS, type Column, type Columns, type FieldsIn } from './columns.js'

/** Returns the fields of a table that belong to a part. */
export function fieldsIn<P extends Column['in'][number]>(part: P): FieldsIn<P>[]
export function fieldsIn(part: Column['in'][number], table: Columns): string[]
export function fieldsIn(part: Column['in'][number], table: Columns = LICENSE_COLUMNS): string[] {
  return Object.keys(table).filter((field) => table[field].in.includes(part))
}

/** Returns the select list of fields, each under its name; moments in milliseconds. `from` is `l.` or empty. */
export function selected(fields: string[], from = '', table: Columns = LICENSE_COLUMNS): string {
  return fields.map((field) => cell(field, table[field], from)).join(', ')
}

/** Returns the select list of the fields of `licenses l` that a list shows. */
export function listed(table: Columns = LICENSE_COLUMNS): string {
  return selected(inLists(table), 'l.', table)
}

/** Returns SQL for the list form of the license `l` as JSON, with the same fields as the transformer `toLicense`. */
export function licenseJson(table: Columns = LICENSE_COLUMNS): string {
  const pairs = inLists(table).map((field) => `'${field}', ${text(table[field])}`)
  return `jsonb_build_object(${pairs.join(', ')})`
}

/**
 * Returns the select list of an export of `licenses l`: the columns of an import, under the same names, and the id for
 * people. A spreadsheet can read no cell as a formula: keys begin with a letter or digit, the rest are numbers, dates,
 * fixed words or JSON objects. In CSV, a semicolon inside JSON is escaped, so that a program that splits at semicolons
 * cannot turn the middle of a text into a cell. frozenAt, suspendedAt, pausedSince and pausedMs hold the clock:
 * expiresAt is the limit at the moment when the clock was stopped.
 */
export function exported(format: 'csv' | 'json', table: Columns = LICENSE_COLUMNS): string {
  return exportFields(table)
    .map((field) => `${format === 'csv' ? csvCell(table[field]) : text(table[field])} as "${field}"`)
    .join(', ')
}

function inLists(table: Columns): string[] {
  return Object.keys(table).filter((field) => table[field].answer === 'list')
}

function cell(field: string, { name, type }: Column, from: string): string {
  const column = `${from}${name}`
  if (type === 'timestamptz') return millis(column, field)
  if (type === 'bigint') return `${column}::float8 as "${field}"`
  if (type === 'tier') return `${codeOf(column)} as "${field}"`
  return field === name ? column : `${column} as "${field}"`
}

/** Returns SQL for the code of the tier whose id is in a column. Most licenses have none, and then nothing is looked up. */
function codeOf(column: string): string {
  return `case when ${column} is not null then (select named.code from tiers named where named.id = ${column}) end`
}

/** Returns SQL for the value of a column of `licenses l` in the form that people read. */
function text({ name, type }: Column): string {
  if (type === 'flag') return `l.${name} is not null`
  if (type === 'tier') return codeOf(`l.${name}`)
  if (type !== 'timestamptz') return `l.${name}`
  return `to_char(l.${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

function csvCell(column: Column): string {
  if (column.type === 'flag') return `case when l.${column.name} is null then 'false' else 'true' end`
  return column.type === 'jsonb' ? `replace(l.${column.name}::text, ';', '\\u003b')` : text(column)
}
