import type { OperationOf, ResultFile } from '../kind.js'
import { isFlag, isOneOf, isText, isWhole, optional, required, type StoredParams } from '../stored_params.js'

export const EXPORT_FORMATS = ['csv', 'json'] as const
export const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' }
export type Delimiter = keyof typeof DELIMITERS
export const DELIMITER_NAMES = ['comma', 'semicolon', 'tab'] as const satisfies Delimiter[]

/** The format of an export. */
export type ExportShape = {
  format: (typeof EXPORT_FORMATS)[number]
  /**
   * CSV only: the delimiter, and whether to begin with a byte order mark, by which old spreadsheets recognize UTF-8.
   */
  delimiter?: Delimiter
  bom?: boolean
}

/** The stored params of an export; `filter` in its stored form. */
export type ExportParams = ExportShape & { filter: StoredParams }

export const EXPORT = 'licenses.export'
export type Export = OperationOf<typeof EXPORT, ExportParams>

const isFormat = isOneOf(EXPORT_FORMATS)
const isSize = isWhole([0, Number.MAX_SAFE_INTEGER])

/** @throws for params that no export can have */
export function readExportParams(stored: StoredParams): ExportParams {
  const { format: _, delimiter: __, bom: ___, ...filter } = stored
  return {
    format: required(stored, 'format', isFormat),
    delimiter: optional(stored, 'delimiter', isOneOf(DELIMITER_NAMES)),
    bom: optional(stored, 'bom', isFlag),
    filter,
  }
}

/** The file in the result of a finished export. @throws for a result that no export can have */
export function readExportFile(result: StoredParams): ResultFile {
  return {
    path: optional(result, 'file', isText) ?? null,
    format: required(result, 'format', isFormat),
    bytes: required(result, 'bytes', isSize),
    sha256: required(result, 'sha256', isText),
  }
}
