/** A row of a CSV file (RFC 4180), with its line end. */
export function csvLine(cells: string[], delimiter: string): string {
  const special = new RegExp(`[${delimiter === '|' ? '\\|' : delimiter}"\\r\\n]|^\\s|\\s$`)
  return `${cells.map((cell) => (special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter)}\r\n`
}
