import { LIMITS } from '#kernel/files/file_limits'
import { lossyProblem, type LossyNumber } from '#kernel/json/json_numbers'

/** Why a record of a file cannot be read. */
export type RecordProblem =
  | { reason: 'not-utf8' }
  | { reason: 'nul-byte' }
  | { reason: 'record-too-large' }
  | { reason: 'too-many-values' }
  | { reason: 'too-many-cells' }
  | { reason: 'wrong-number-of-cells'; cells: number; columns: number }
  | { reason: 'cell-too-large'; column: string }
  | { reason: 'text-after-quote'; first: number; last: number }
  | { reason: 'record-not-json' }
  | { reason: 'record-not-object' }
  | { reason: 'lossy-number'; number: LossyNumber }

/** The message that tells a merchant what is wrong with a record. */
export function recordMessage(problem: RecordProblem): string {
  switch (problem.reason) {
    case 'not-utf8':
      return 'The row is not UTF-8'
    case 'nul-byte':
      return 'The row contains a NUL byte'
    case 'record-too-large':
      return `The row is larger than ${LIMITS.recordBytes} bytes`
    case 'too-many-values':
      return `The row has more than ${LIMITS.values} values`
    case 'too-many-cells':
      return `The row has more than ${LIMITS.columns} cells`
    case 'wrong-number-of-cells':
      return `The row has ${problem.cells} cells and the first line ${problem.columns}`
    case 'cell-too-large':
      return `The cell of ${problem.column} is larger than ${LIMITS.cellBytes} bytes`
    case 'text-after-quote':
      return afterQuote(problem)
    case 'record-not-json':
      return 'The row is not valid JSON'
    case 'record-not-object':
      return 'The row must be a JSON object'
    case 'lossy-number':
      return lossyProblem(problem.number)
  }
}

/** The messages about a row whose cells are not those of the columns. */
const ABOUT_CELLS =
  /^(The row has (more than )?\d+ cells|The row is not UTF-8\b|There is text after a closing quote)/

/** Whether a text is the message about a row whose cells are not those of the columns. */
export function isAboutCells(text: string): boolean {
  return ABOUT_CELLS.test(text)
}

/** After a missing quote, a row swallows the lines up to the next quote; the message names the last of them. */
function afterQuote({ first, last }: { first: number; last: number }): string {
  const problem = 'There is text after a closing quote'
  return last === first ? problem : `${problem}; the row ends on line ${last}: is a quote missing?`
}
