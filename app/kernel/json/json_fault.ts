/** Where a text stops being valid JSON. The offset counts UTF-16 units from 0; line and column count from 1. */
export type JsonFault = { offset: number; line: number; column: number }

/** Longer texts are not searched, because a refusal must not cost more than a normal response. UTF-16 units. */
const SEARCHED = 256 * 1024

const SPACE = /[ \t\n\r]*/y
const STRING = String.raw`"[^"\\\0-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\0-\x1f]*)*"`
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`
const VALUE = new RegExp(`${STRING}|${NUMBER}|true|false|null`, 'y')
const NAME = new RegExp(`${STRING}[ \\t\\n\\r]*:`, 'y')

/**
 * Finds the position of the error in a text that JSON.parse refused, because JSON.parse does not always report it.
 * Returns null if the text is too long to search or is valid. Linear in the length of the text.
 */
export function jsonFault(text: string): JsonFault | null {
  if (text.length > SEARCHED) return null
  const offset = faultOffset(text)
  if (offset === null) return null
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { offset, line: before.split('\n').length, column: offset - lineStart + 1 }
}

function faultOffset(text: string): number | null {
  let at = 0
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const taken = pattern.test(text)
    if (taken) at = pattern.lastIndex
    return taken
  }
  const open: ('[' | '{')[] = []
  for (;;) {
    take(SPACE)
    const char = text[at]
    if (char === '[' || char === '{') {
      open.push(char)
      at++
      take(SPACE)
      if (text[at] !== (char === '[' ? ']' : '}')) {
        if (char === '{' && !take(NAME)) return at
        continue
      }
    } else if (!take(VALUE)) return at
    // A value has ended, or an empty list or object is about to be closed. Check what follows.
    for (;;) {
      take(SPACE)
      const inside = open.at(-1)
      if (inside === undefined) return at === text.length ? null : at
      if (text[at] === (inside === '[' ? ']' : '}')) {
        open.pop()
        at++
        continue
      }
      if (text[at] !== ',') return at
      at++
      take(SPACE)
      if (inside === '{' && !take(NAME)) return at
      break
    }
  }
}
