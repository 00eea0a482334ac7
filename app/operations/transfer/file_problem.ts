import { LIMITS } from '#kernel/files/file_limits'

/** Why a file cannot be imported at all. `found` has the headings of its first line. */
export type FileProblem =
  | { reason: 'utf-16' }
  | { reason: 'gzip' }
  | { reason: 'zip' }
  | { reason: 'nul-bytes-first' }
  | { reason: 'nul-byte-in-header' }
  | { reason: 'header-not-utf8' }
  | { reason: 'header-without-end' }
  | { reason: 'bare-cr-in-header' }
  | { reason: 'too-many-columns' }
  | { reason: 'header-too-long'; limit: number }
  | { reason: 'map-of-json' }
  | { reason: 'map-heading-missing'; heading: string; found: string[] }
  | { reason: 'no-key-column'; found: string[] }
  | { reason: 'no-product-column'; found: string[] }
  | { reason: 'column-twice'; column: string; headings: readonly [string, string] }
  | { reason: 'quote-not-closed'; line: number }
  | { reason: 'not-an-array'; line: number }
  | { reason: 'array-text-not-closed'; line: number }
  | { reason: 'array-brackets'; line: number }
  | { reason: 'array-cut-in-element'; line: number }
  | { reason: 'array-cut-off'; line: number }
  | { reason: 'blank-bytes'; line: number; limit: number }
  | { reason: 'too-large'; limit: number }
  | { reason: 'too-many-records'; limit: number }
  | { reason: 'no-records' }

/** The message that tells a merchant what is wrong with a file, and what to do. */
export function fileMessage(problem: FileProblem): string {
  switch (problem.reason) {
    case 'utf-16':
      return 'The file is in UTF-16: save it as "CSV UTF-8"'
    case 'gzip':
      return 'The file is compressed with gzip: unpack it first'
    case 'zip':
      return 'The file is a ZIP archive or a spreadsheet: save it as "CSV UTF-8"'
    case 'nul-bytes-first':
      return 'The file begins with a NUL byte, as UTF-16 and UTF-32 do: save it as "CSV UTF-8"'
    case 'nul-byte-in-header':
      return 'There is a NUL byte on line 1: save the file as "CSV UTF-8"'
    case 'header-not-utf8':
      return 'The first line is not UTF-8: save the file as "CSV UTF-8"'
    case 'header-without-end':
      return 'The first line does not end: lines must end with LF or CRLF'
    case 'bare-cr-in-header':
      return 'The first line contains a carriage return alone: save the file with lines that end with LF or CRLF'
    case 'too-many-columns':
      return `The file has more than ${LIMITS.columns} columns`
    case 'header-too-long':
      return `The headings of the first line have more than ${problem.limit} characters`
    case 'map-of-json':
      return 'map names the columns of a CSV file, and this one is JSON'
    case 'map-heading-missing':
      return `map names the heading "${problem.heading}", which the file does not have. ${listed(problem.found)}`
    case 'no-key-column':
      return (
        `The first line must name the columns, and one of them must be "key". ${listed(problem.found)}. ` +
        'If a column has another heading, name it in map: map=key:License Key'
      )
    case 'no-product-column':
      return (
        'Neither the request nor the file names a product: choose one (productId in the query), ' +
        `or add a column "productId". ${listed(problem.found)}`
      )
    case 'column-twice':
      return twice(problem.column, problem.headings)
    case 'quote-not-closed':
      return openQuote(problem)
    case 'not-an-array':
      return `The file is not one JSON array of objects: see line ${problem.line}`
    case 'array-text-not-closed':
      return openText(problem)
    case 'array-brackets':
      return `The brackets of the JSON array do not match: see line ${problem.line}`
    case 'array-cut-in-element':
      return openElement(problem)
    case 'array-cut-off':
      return cutArray(problem)
    case 'blank-bytes':
      return `There are more than ${problem.limit} blank bytes before line ${problem.line}`
    case 'too-large':
      return `The file is larger than ${problem.limit} bytes`
    case 'too-many-records':
      return `The file has more than ${problem.limit} records`
    case 'no-records':
      return 'The file has no records'
  }
}

type OnLine = { line: number }

const openQuote = ({ line }: OnLine) => `The quote that opens on line ${line} is never closed`
const openText = ({ line }: OnLine) => `A text on line ${line} of the JSON array is not closed`
const cutArray = ({ line }: OnLine) => `The JSON array is cut off before its end, on line ${line}`

function openElement({ line }: OnLine): string {
  return `The JSON array is cut off: the element that begins on line ${line} does not end`
}

function twice(column: string, [one, other]: readonly [string, string]): string {
  return one === other
    ? `The first line has the column "${one}" twice`
    : `The columns "${one}" and "${other}" both mean ${column}`
}

/** The most headings that a message lists. */
const LISTED = 20

function listed(headings: string[]): string {
  const named = headings.slice(0, LISTED).map((heading) => `"${heading.slice(0, 60)}"`)
  const more = headings.length > LISTED ? ` and ${headings.length - LISTED} more` : ''
  return `The columns found are ${named.join(', ') || 'none'}${more}`
}
