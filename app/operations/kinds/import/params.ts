import { PERMISSIONS, type Permission } from '#catalog/rules/permissions'
import type { PartShape } from '#operations/transfer/part'
import type { OperationOf } from '../kind.js'
import {
  isListOf,
  isOneOf,
  isText,
  isWhole,
  optional,
  required,
  type StoredParams,
} from '../stored_params.js'

export const CONFLICT_RULES = ['fail', 'skip', 'update', 'update-only'] as const
/** How to handle a row whose key the org already has. */
export type ConflictRule = (typeof CONFLICT_RULES)[number]

/** The stored params of an import: from its request and from the head of its file. */
export type ImportParams = PartShape & {
  /** The product of every row; null if a column names it. */
  productId: string | null
  onConflict: ConflictRule
  /** The date format of the file besides ISO 8601, in Luxon tokens. */
  dateFormat?: string
  /** The permissions of the API key that started the import; undefined for users, whose role was checked. */
  may?: Permission[]
  /** The line of the first record that is not UTF-8. */
  foreignLine?: number
}

export const IMPORT = 'licenses.import'
export type Import = OperationOf<typeof IMPORT, ImportParams>

const isLine = isWhole([1, Number.MAX_SAFE_INTEGER])

/** @throws for params that no import can have */
export function readImportParams(stored: StoredParams): ImportParams {
  return {
    format: required(stored, 'format', isOneOf(['csv', 'ndjson', 'json'])),
    columns: required(stored, 'columns', isListOf(isText)),
    delimiter: required(stored, 'delimiter', isText),
    headings: optional(stored, 'headings', isListOf(isText)),
    productId: optional(stored, 'productId', isText) ?? null,
    onConflict: required(stored, 'onConflict', isOneOf(CONFLICT_RULES)),
    dateFormat: optional(stored, 'dateFormat', isText),
    may: optional(stored, 'may', isListOf(isOneOf(PERMISSIONS))),
    foreignLine: optional(stored, 'foreignLine', isLine),
  }
}

/** Whether an import may change existing licenses. */
export function updates(onConflict: ConflictRule | undefined): boolean {
  return onConflict === 'update' || onConflict === 'update-only'
}

/**
 * The permissions that limit the rows of an import; undefined for users. API key imports stored before these
 * permissions were recorded may do only what their route allows.
 */
export function rightsOf({ params, createdByType }: Import): Permission[] | undefined {
  return params.may ?? (createdByType === 'apiKey' ? [] : undefined)
}
