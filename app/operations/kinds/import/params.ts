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
/** The handling of a row whose key the org has already. */
export type ConflictRule = (typeof CONFLICT_RULES)[number]

/** The stored params of an import: from its request and from the head of its file. */
export type ImportParams = PartShape & {
  /** The product of every row; null where a column says it. */
  productId: string | null
  onConflict: ConflictRule
  /** How the file writes dates other than ISO 8601, in Luxon's tokens. */
  dateFormat?: string
  /** The permissions of the API key that asked for the import; left out for people, whose role decides. */
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

/** Whether an import changes licenses that exist. */
export function updates(onConflict: ConflictRule | undefined): boolean {
  return onConflict === 'update' || onConflict === 'update-only'
}

/**
 * The permissions that bound the rows of an import; undefined for people. An import of an API key from before they were
 * noted may do no more than its route.
 */
export function rightsOf({ params, createdByType }: Import): Permission[] | undefined {
  return params.may ?? (createdByType === 'apiKey' ? [] : undefined)
}
