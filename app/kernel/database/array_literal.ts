/**
 * Returns the strings as the text of a Postgres array. The driver would produce the same text, but it checks the type
 * of each element, which costs noticeable time on the runtime path.
 */
export function arrayLiteral(values: (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : `"${escaped(value)}"`)).join(',')}}`
}

function escaped(value: string): string {
  return value.includes('"') || value.includes('\\') ? value.replace(/["\\]/g, '\\$&') : value
}
