import {
  LICENSE_COLUMNS,
  type Column,
  type Columns,
  type FieldsShown,
  type LicenseFields,
} from '#licensing/store/columns'
import { iso } from '#kernel/time/iso'

type Answer = NonNullable<Column['answer']>
type TypeOf<F extends keyof LicenseFields> = (typeof LICENSE_COLUMNS)[F]['type']

/** The JSON type of a field. */
type Shown<F extends keyof LicenseFields> =
  TypeOf<F> extends 'timestamptz' ? Exclude<LicenseFields[F], number> | string : LicenseFields[F]

/** Returns the fields of a row that one part of an answer shows; moments in ISO 8601. */
export function shownFields<A extends Answer>(
  part: A,
  row: Partial<LicenseFields>
): { [F in FieldsShown<A>]: Shown<F> }
export function shownFields(
  part: Answer,
  row: Record<string, unknown>,
  table: Columns
): Record<string, unknown>
export function shownFields(part: Answer, row: Record<string, unknown>, table: Columns = LICENSE_COLUMNS) {
  const fields = Object.keys(table).filter((field) => table[field].answer === part)
  return Object.fromEntries(fields.map((field) => [field, valueOf(field, table[field], row)]))
}

function valueOf(field: string, { type, of }: Column, row: Record<string, unknown>): unknown {
  if (type === 'flag') return row[of!] !== null
  return type === 'timestamptz' ? iso(row[field] as number | null) : row[field]
}
