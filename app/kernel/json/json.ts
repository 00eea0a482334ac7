import { MARK, walkJson, type JsonBounds, type Span } from './json_text.js'
export { JsonTooLarge, type JsonBounds } from './json_text.js'

const SHIFT = 0xe100
const ESCAPED_BY_JSON = /["\\\0-\x1f\ue000]/g
const PACKED = /\ue000([^])/g

/**
 * The value of a JSON document, as JSON.parse says it, with the names that it was written with. JSON.parse of
 * today's V8 compares a name with those of objects it has seen before without reading its escapes, so that
 * `{"a":1,"\n":2}` becomes `{a: 1, "\\": 2}` once anybody has sent `{"a":1,"\\":2}` (nodejs/node issue 63785). What
 * people name in metadata must not change by what others have sent, so no name with an escape gets there.
 * The time it takes grows with the document and no faster; `bounds` are for documents of strangers.
 * @throws SyntaxError; JsonTooLarge
 */
export function parseJson(text: string, bounds?: JsonBounds): unknown {
  if (!bounds && !text.includes('\\')) return JSON.parse(text)
  const names = walkJson(text, bounds)
  if (!names.some(({ from, to }) => text.slice(from, to).includes('\\'))) return JSON.parse(text)
  try {
    const packed = withPackedNames(text, names)
    const value: unknown = JSON.parse(packed)
    return packed.includes(MARK) ? unpacked(value) : value
  } catch (error) {
    // The faults of the document itself, which name its own positions.
    JSON.parse(text)
    throw error
  }
}

/** The document with names that need no escape. What is no document stays none. */
function withPackedNames(text: string, names: Span[]): string {
  const parts: string[] = []
  let end = 0
  for (const { from, to } of names) {
    const name = JSON.parse(text.slice(from, to)) as string
    parts.push(text.slice(end, from), `"${pack(name)}"`)
    end = to
  }
  return parts.join('') + text.slice(end)
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

/** Gives every object below this value the names that were written. */
function unpacked(held: unknown): unknown {
  if (typeof held !== 'object' || held === null) return held
  if (Array.isArray(held)) {
    for (let at = 0; at < held.length; at++) held[at] = unpacked(held[at])
    return held
  }
  const entries = Object.entries(held)
  return Object.fromEntries(
    entries.map(([name, one]) => [name.includes(MARK) ? unpack(name) : name, unpacked(one)])
  )
}

function unpack(name: string): string {
  return name.replace(PACKED, (_pair, char: string) =>
    char === MARK ? MARK : String.fromCharCode(char.charCodeAt(0) - SHIFT)
  )
}
