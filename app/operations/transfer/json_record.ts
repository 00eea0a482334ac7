import { parseJson } from '#kernel/json/json'
import { QUOTE } from './scanner.js'

const BACKSLASH = 92
const COMMA = 44
const COLON = 58
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

/** The member name `key`, each letter literal or escaped. */
const KEY_NAME = /^(?:k|\\u006[bB])(?:e|\\u0065)(?:y|\\u0079)$/
/** The length of this name with all letters escaped. */
const LONGEST_NAME = 18
/** The length of a key of 128 characters with all of them escaped. */
const LONGEST_KEY = 768

const utf8 = new TextDecoder()

/** The facts about a JSON record that are known without parsing it. */
export type JsonOutline = {
  /**
   * The text of its member `key`, or of the last one, as for a JSON parser. Null if it has none, or if the text is
   * empty, too long or invalid.
   */
  key: string | null
  /** The approximate number of values and containers, which determines the cost of parsing. */
  values: number
}

/**
 * Searches the bytes of a record for its key. It follows strings and brackets only, so its cost is linear in the
 * bytes, whereas parsing a record of only brackets or escapes takes a hundred times as long. For invalid JSON the
 * result is arbitrary, because such a record is an invalid row anyway.
 */
export function outlineOf(bytes: Uint8Array): JsonOutline {
  let values = 0
  // A record may repeat its key many times; only the last one is decoded.
  let key: Uint8Array | null = null
  let depth = 0
  let isName = false
  let isKey = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      const end = endOfString(bytes, at + 1)
      if (depth === 1 && isName) isKey = isKeyName(bytes.subarray(at + 1, end))
      else if (depth === 1 && isKey) key = bytes.subarray(at + 1, end)
      at = end
    } else if (byte === COLON) {
      if (depth === 1 && isName) {
        isName = false
        if (isKey) key = null
      }
    } else if (byte === COMMA) {
      values++
      if (depth === 1) {
        isName = true
        isKey = false
      }
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      values++
      depth++
      if (depth === 1) isName = byte === OPEN_BRACE
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--
  }
  return { key: key && keyText(key), values }
}

/** The offset of the quote that ends a string, or the end of the bytes. */
function endOfString(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] === BACKSLASH) at++
    else if (bytes[at] === QUOTE) return at
  }
  return bytes.length
}

function isKeyName(name: Uint8Array): boolean {
  if (name.length < 3 || name.length > LONGEST_NAME) return false
  return KEY_NAME.test(utf8.decode(name))
}

function keyText(value: Uint8Array): string | null {
  return value.length > LONGEST_KEY ? null : textOf(value)?.trim() || null
}

function textOf(raw: Uint8Array): string | null {
  const text = utf8.decode(raw)
  if (!raw.includes(BACKSLASH)) return text
  try {
    return parseJson(`"${text}"`) as string
  } catch {
    return null
  }
}
