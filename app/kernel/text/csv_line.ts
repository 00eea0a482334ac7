/** A row of a CSV file (RFC 4180), with its line end. */
export function csvLine(cells: string[], delimiter: string): string {
  const special = new RegExp(`[${delimiter === '|' ? '\\|' : delimiter}"\\r\\n]|^\\s|\\s$`)
  return `${cells.map((cell) => (special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter)}\r\n`
}

/**
 * A cell that no spreadsheet takes for a formula: for files that people only read. An apostrophe goes before what would
 * begin one.
 */
export function plainCell(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}
