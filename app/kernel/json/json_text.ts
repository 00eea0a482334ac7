/** Start and end of a string, including its quotes. */
export type Span = { from: number; to: number }

/** Limits on the time that one document can cost. Without them a document of any size is read. */
export type JsonBounds = {
  /** How deep it may nest. */
  depth: number
  /** How many commas and opening brackets it may have; it has at most one value more than that. */
  values: number
  /** How many names of members may be written with escapes. */
  escapedNames: number
}

/** The document exceeds a bound that no legitimate document needs; `message` names the bound. */
export class JsonTooLarge extends Error {}

/**
 * Escape character in packed names. It precedes the replacement of a character that JSON must escape, or of MARK
 * itself.
 */
export const MARK = '\ue000'

const NO_BOUNDS: JsonBounds = { depth: Infinity, values: Infinity, escapedNames: Infinity }
const MARK_CODE = MARK.charCodeAt(0)
const [QUOTE, BACKSLASH, COMMA, COLON] = [34, 92, 44, 58]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125]

/**
 * Walks once over the characters of a document before it is parsed. Returns the names of members that JSON.parse must
 * not read as written: those with an escape or with MARK, in their order.
 * @throws JsonTooLarge as soon as a bound is exceeded.
 */
export function walkJson(text: string, bounds: JsonBounds = NO_BOUNDS): Span[] {
  const names: Span[] = []
  // Most documents have no escape and no MARK. Then the end of a string can be found without checking each character.
  const plain = !text.includes('\\') && !text.includes(MARK)
  let depth = 0
  let separators = 0
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === QUOTE && plain) {
      const end = text.indexOf('"', at + 1)
      if (end === -1) return names
      at = end
    } else if (char === QUOTE) {
      const from = at
      let special = false
      for (at++; at < text.length; at++) {
        const inside = text.charCodeAt(at)
        if (inside === QUOTE) break
        if (inside === BACKSLASH) at++
        if (inside === BACKSLASH || inside === MARK_CODE) special = true
      }
      if (!special || !isName(text, at + 1)) continue
      if (names.push({ from, to: at + 1 }) > bounds.escapedNames) {
        throw new JsonTooLarge(`writes more than ${bounds.escapedNames} names with escapes`)
      }
    } else if (char === OPEN_OBJECT || char === OPEN_LIST) {
      separators++
      if (++depth > bounds.depth) throw new JsonTooLarge(`nests deeper than ${bounds.depth} levels`)
    } else if (char === COMMA) separators++
    else if (char === CLOSE_OBJECT || char === CLOSE_LIST) depth--
    if (separators > bounds.values) throw new JsonTooLarge(`has more than ${bounds.values} values`)
  }
  return names
}

/** Returns true if the string that ends here is the name of a member, that is, if a colon follows. */
function isName(text: string, after: number): boolean {
  let at = after
  while (isSpace(text.charCodeAt(at))) at++
  return text.charCodeAt(at) === COLON
}

function isSpace(char: number): boolean {
  return char === 32 || char === 9 || char === 10 || char === 13
}
