/**
 * Strings as the text of a Postgres array. The driver makes the same of an array, but looks at each element in
 * turn for what it may be, which the runtime path would feel.
 */
export function arrayLiteral(values: (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : `"${escaped(value)}"`)).join(',')}}`
}

function escaped(value: string): string {
  return value.includes('"') || value.includes('\\') ? value.replace(/["\\]/g, '\\$&') : value
}
