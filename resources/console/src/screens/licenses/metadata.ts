/**
 * Rows of a metadata form. A text is shown as it is, unless it would be read as another JSON type. Other values are
 * shown as JSON. `nameless` marks a value whose name is the empty text, which JSON allows; other rows without a name are
 * lines that are not filled in yet.
 */
export type Row = { name: string; value: string; nameless?: true }

/**
 * Parses a value as JSON. Numbers with more digits than a JSON number can hold, such as chat ids, stay texts, because
 * parsing would change them.
 */
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
    ...(name === '' && { nameless: true }),
  }))

/** Converts rows to metadata. Lines that are not filled in are ignored. */
export const metadataOf = (rows: Row[]): Record<string, unknown> =>
  Object.fromEntries(
    rows.filter(({ name, nameless }) => name !== '' || nameless).map(({ name, value }) => [name, read(value)])
  )

/** Returns why rows cannot be saved without losing a value that the user has typed, or undefined if they can. */
export function problemOf(rows: Row[]): string | undefined {
  const names = rows.map(({ name }) => name)
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) < at)
  if (twice !== undefined) return `There are two fields with the name ${twice}. Rename or remove one.`
  const nameless = rows.findIndex(
    ({ name, value, nameless }) => name === '' && !nameless && value.trim() !== ''
  )
  return nameless < 0 ? undefined : `Value ${nameless + 1} has no name. Name it, or clear it.`
}
