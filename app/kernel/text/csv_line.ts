/** Formats a row of a CSV file (RFC 4180), including its line end. */
export function csvLine(cells: string[], delimiter: string): string {
  const special = new RegExp(`[${delimiter === '|' ? '\\|' : delimiter}"\\r\\n]|^\\s|\\s$`)
  return `${cells.map((cell) => (special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter)}\r\n`
}

/**
 * Protects a cell from being read as a formula by spreadsheets, by putting an apostrophe before its first character.
 * For files that only people read.
 */
export function plainCell(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

/** Starts a file with a byte order mark, by which spreadsheet programs know that it is UTF-8. */
export async function* withMark<Piece>(file: AsyncIterable<Piece>): AsyncGenerator<Piece | string> {
  yield '\ufeff'
  yield* file
}
