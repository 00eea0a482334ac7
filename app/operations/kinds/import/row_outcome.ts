import { lacking, type RequiredPermission } from '#catalog/rules/permissions'
import type { TransferFormat } from '#kernel/files/file_limits'
import { unstorable } from '#kernel/json/json'
import type { FieldProblem } from '#kernel/refusals/field_problem'
import type { ItemCode, OperationItem } from '#operations/rules/operation'
import { recordMessage, type RecordProblem } from '#operations/transfer/record_problem'
import { rowMessage, type RowProblem } from '#operations/transfer/row_problem'
import { stepsCode, stepsMessage, type StepsProblem } from '#operations/transfer/steps_problem'

/** Why a row of an import was skipped or failed. */
export type RowOutcome =
  | { reason: 'bad-record'; problem: RecordProblem }
  /** The first record that is not UTF-8: its message says what to do, also for the later ones. */
  | { reason: 'first-foreign'; format: TransferFormat }
  | { reason: 'foreign-too'; firstLine: number }
  | { reason: 'bad-row'; problem: RowProblem }
  | { reason: 'bad-metadata'; problem: FieldProblem }
  | { reason: 'no-way'; problem: StepsProblem }
  | { reason: 'key-repeated'; firstLine: number }
  | { reason: 'foreign-product'; byKey: boolean }
  | { reason: 'key-taken' }
  | { reason: 'already-exists' }
  | { reason: 'other-product' }
  | { reason: 'no-license' }
  | { reason: 'out-of-reach' }
  | { reason: 'lacks'; permission: RequiredPermission }
  | { reason: 'unchanged' }

/** The place of a row, and its key if it has one. */
export type RowPlace = { index: number; line: number; key?: unknown }

/** The most characters of a message: a response has hundreds of them, and a row can have very many errors. */
const LONGEST_MESSAGE = 1000

/**
 * The item of a row. An invalid key is shortened to 128 characters, and left out if it cannot be stored. A NUL that the
 * message quotes is replaced, because an item that cannot be stored would fail the whole part.
 */
export function itemOf({ index, line, key }: RowPlace, row: RowOutcome): OperationItem {
  const shown = typeof key === 'string' && unstorable(key) === null ? key.slice(0, 128) : null
  const [code, text] = told(row)
  const message = text.replaceAll('\0', '\ufffd')
  const said =
    message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE).toWellFormed()}…` : message
  const outcome = row.reason === 'already-exists' || row.reason === 'unchanged' ? 'skipped' : 'failed'
  return { index, line, licenseId: null, key: shown || null, outcome, code, message: said }
}

function told(row: RowOutcome): [code: ItemCode, message: string] {
  switch (row.reason) {
    case 'bad-record':
      return ['VALIDATION_ERROR', recordMessage(row.problem)]
    case 'first-foreign': {
      const saved = row.format === 'csv' ? '"CSV UTF-8"' : 'UTF-8'
      return ['VALIDATION_ERROR', `The row is not UTF-8: save the file as ${saved}`]
    }
    case 'foreign-too':
      return ['VALIDATION_ERROR', `The row is not UTF-8, as line ${row.firstLine} is not`]
    case 'bad-row':
      return ['VALIDATION_ERROR', rowMessage(row.problem)]
    case 'bad-metadata':
      return ['VALIDATION_ERROR', row.problem.message]
    case 'no-way':
      return [stepsCode(row.problem), stepsMessage(row.problem)]
    case 'key-repeated':
      return ['CONFLICT', `Line ${row.firstLine} of the file has this key already`]
    case 'foreign-product':
      return [
        'PRODUCT_NOT_FOUND',
        row.byKey ? 'The API key is for another product' : 'There is no such product in this org',
      ]
    case 'key-taken':
      return ['CONFLICT', 'The org already has a license with this key']
    case 'already-exists':
      return ['ALREADY_EXISTS', 'The org already has a license with this key']
    case 'other-product':
      return ['CONFLICT', 'The license with this key belongs to another product']
    case 'no-license':
      return ['LICENSE_NOT_FOUND', 'The org has no license with this key']
    case 'out-of-reach':
      return ['CONFLICT', 'The key belongs to a license that you cannot access']
    case 'lacks':
      return ['PERMISSION_DENIED', lacking(row.permission)]
    case 'unchanged':
      return ['UNCHANGED', 'The license already has the values of this row']
  }
}
