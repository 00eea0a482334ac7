type Value = string | number | boolean | Date | null | undefined

export type Query = Readonly<Record<string, Value>>

/** The query string of a call, with its question mark; fields without a value are omitted. */
export function searchOf(query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    search.set(name, value instanceof Date ? value.toISOString() : String(value))
  }
  const text = search.toString()
  return text && `?${text}`
}

/** A path with its values encoded: path`/v1/products/${id}`. */
export function path(parts: TemplateStringsArray, ...values: string[]): string {
  return String.raw({ raw: parts }, ...values.map(encodeURIComponent))
}
