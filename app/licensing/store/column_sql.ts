import { millis } from '#kernel/database/sql'
import { exportFields, LICENSE_COLUMNS, type Column, type Columns, type FieldsIn } from './columns.js'

/** The fields of a table that take part somewhere. */
export function fieldsIn<P extends Column['in'][number]>(part: P): FieldsIn<P>[]
export function fieldsIn(part: Column['in'][number], table: Columns): string[]
export function fieldsIn(part: Column['in'][number], table: Columns = LICENSE_COLUMNS): string[] {
  return Object.keys(table).filter((field) => table[field].in.includes(part))
}

/** The select list of some fields, each under its name; moments as milliseconds. `table` is `l.` or nothing. */
export function selected(fields: string[], from = '', table: Columns = LICENSE_COLUMNS): string {
  return fields.map((field) => cell(field, table[field], from)).join(', ')
}

/** The select list of what a list shows of `licenses l`. */
export function listed(table: Columns = LICENSE_COLUMNS): string {
  return selected(inLists(table), 'l.', table)
}

/** SQL for the list form of the license `l` as JSON: the same fields as `toLicense` of the transformers. */
export function licenseJson(table: Columns = LICENSE_COLUMNS): string {
  const pairs = inLists(table).map((field) => `'${field}', ${text(table[field])}`)
  return `jsonb_build_object(${pairs.join(', ')})`
}

/**
 * The select list of an export of `licenses l`: the columns of an import, in the same words, with the id and the
 * creation for people. No cell can be taken for a formula by a spreadsheet: keys begin with a letter or digit, the
 * rest are numbers, dates, fixed words or JSON objects. A semicolon inside JSON is written as its escape, so that no
 * program that splits there can make a cell out of the middle of a text. frozenAt, suspendedAt, pausedSince and
 * pausedMs carry the clock: expiresAt is the limit as it stood when the clock was stopped.
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

/** The code of the tier that a column names. */
function codeOf(column: string): string {
  return `(select named.code from tiers named where named.id = ${column})`
}

/** The value of a column of `licenses l` as people read it. */
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
