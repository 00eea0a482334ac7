/** Rows of a form for metadata. A text stands as it is, unless it would be read as something else; the rest as JSON. */
export type Row = { name: string; value: string }

/** Numbers with more digits than a number of JSON holds, such as ids of chats, are texts: they would come back as others. */
const read = (text: string): unknown => {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'number' && !holds(value, text) ? text : value
  } catch {
    return text
  }
}

const SAFE_DIGITS = 15
const holds = (value: number, text: string) =>
  Number.isFinite(value) && (text.replace(/e.*$|\D/gi, '').length <= SAFE_DIGITS || String(value) === text)

export const rowsOf = (metadata: Record<string, unknown>): Row[] =>
  Object.entries(metadata).map(([name, value]) => ({
    name,
    value: typeof value === 'string' && read(value) === value ? value : JSON.stringify(value),
  }))

/** What rows mean; those without a name say nothing. */
export const metadataOf = (rows: Row[]): Record<string, unknown> =>
  Object.fromEntries(rows.filter(({ name }) => name !== '').map(({ name, value }) => [name, read(value)]))
