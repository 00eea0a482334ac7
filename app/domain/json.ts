/**
 * Every string of a valid document, with its colon if it is the name of a member. No loop in it can be entered in
 * two ways, so the time it takes grows with the document and no faster.
 */
const STRINGS = /"([^"\\]*(?:\\[^][^"\\]*)*)"([ \t\n\r]*:)?/g

/** Stands in a packed name before what takes the place of a character that JSON has to escape, or of itself. */
const MARK = '\ue000'
const SHIFT = 0xe100
const ESCAPED_BY_JSON = /["\\\0-\x1f\ue000]/g
const PACKED = /\ue000([^])/g

/**
 * The value of a JSON document, as JSON.parse says it, with the names that it was written with. JSON.parse of
 * today's V8 compares a name with those of objects it has seen before without reading its escapes, so that
 * `{"a":1,"\n":2}` becomes `{a: 1, "\\": 2}` once anybody has sent `{"a":1,"\\":2}` (nodejs/node issue 63785). What
 * people name in metadata must not change by what others have sent, so no name with an escape gets there.
 * Errors: SyntaxError.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (!text.includes('\\')) return value
  let escaped = false
  const packed = text.replace(STRINGS, (string, name: string, colon: string | undefined) => {
    if (colon === undefined) return string
    if (name.includes('\\')) escaped = true
    else if (!name.includes(MARK)) return string
    return `"${pack(JSON.parse(`"${name}"`))}"${colon}`
  })
  if (!escaped) return value
  return JSON.parse(packed, packed.includes(MARK) ? (_name, held) => unpacked(held) : undefined)
}

/**
 * What no text of the database can hold, in the texts and names of a JSON value: in words, or null when all of it can
 * be stored. As deep as the value nests, which is for the caller to bound.
 */
export function unstorable(value: unknown): string | null {
  if (typeof value === 'string') {
    if (value.includes('\0')) return 'a NUL character'
    return value.isWellFormed() ? null : 'half of a surrogate pair'
  }
  if (typeof value !== 'object' || value === null) return null
  for (const [name, held] of Object.entries(value)) {
    const fault = unstorable(name) ?? unstorable(held)
    if (fault) return fault
  }
  return null
}

function pack(name: string): string {
  return name.replace(ESCAPED_BY_JSON, (char) =>
    char === MARK ? MARK + MARK : MARK + String.fromCharCode(SHIFT + char.charCodeAt(0))
  )
}

function unpacked(held: unknown): unknown {
  if (typeof held !== 'object' || held === null || Array.isArray(held)) return held
  const entries = Object.entries(held)
  if (!entries.some(([name]) => name.includes(MARK))) return held
  return Object.fromEntries(entries.map(([name, one]) => [unpack(name), one]))
}

function unpack(name: string): string {
  return name.replace(PACKED, (_pair, char: string) =>
    char === MARK ? MARK : String.fromCharCode(char.charCodeAt(0) - SHIFT)
  )
}
