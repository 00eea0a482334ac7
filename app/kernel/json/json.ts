import { MARK, walkJson, type JsonBounds, type Span } from './json_text.js'
export { JsonTooLarge, type JsonBounds } from './json_text.js'

const SHIFT = 0xe100
const ESCAPED_BY_JSON = /["\\\0-\x1f\ue000]/g
const PACKED = /\ue000([^])/g

/**
 * Parses a JSON document like JSON.parse, but keeps the names of members as they were written. JSON.parse of today's V8
 * compares a name with the names of objects it has seen before without reading its escapes, so that `{"a":1,"\n":2}`
 * becomes `{a: 1, "\\": 2}` once anyone has sent `{"a":1,"\\":2}` (nodejs/node issue 63785). The names in one
 * merchant's metadata must not change because of what others have sent, so JSON.parse never sees a name with an escape.
 * The time is linear in the size of the document. Pass `bounds` for documents from untrusted senders.
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
    // Throws the error of the original document, with positions in that document.
    JSON.parse(text)
    throw error
  }
}

/** Replaces names that need an escape by names that do not. An invalid document stays invalid. */
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
 * Returns what in the texts and names of a JSON value a Postgres text cannot hold, in words; null if all can be stored.
 * It recurses as deep as the value nests, so the caller must bound the depth.
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

/** Restores the original names in this value and everything below it. */
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
