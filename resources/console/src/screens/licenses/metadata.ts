/** Rows of a form for metadata. A text stands as it is, unless it would be read as something else; the rest as JSON. */
export type Row = { name: string; value: string }

const read = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

export const rowsOf = (metadata: Record<string, unknown>): Row[] =>
  Object.entries(metadata).map(([name, value]) => ({
    name,
    value: typeof value === 'string' && read(value) === value ? value : JSON.stringify(value),
  }))

/** What rows mean; those without a name say nothing. */
export const metadataOf = (rows: Row[]): Record<string, unknown> =>
  Object.fromEntries(rows.filter(({ name }) => name !== '').map(({ name, value }) => [name, read(value)]))
