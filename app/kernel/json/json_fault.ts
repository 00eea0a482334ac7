/** Where a text stops being JSON: the offset counts UTF-16 units from 0, lines and columns from 1. */
export type JsonFault = { offset: number; line: number; column: number }

/** A longer text is not searched: refusing must not cost more than answering. */
const SEARCHED = 256 * 1024

const SPACE = /[ \t\n\r]*/y
const STRING = String.raw`"[^"\\\0-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\0-\x1f]*)*"`
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`
const VALUE = new RegExp(`${STRING}|${NUMBER}|true|false|null`, 'y')
const NAME = new RegExp(`${STRING}[ \\t\\n\\r]*:`, 'y')

/**
 * The place at which a text that JSON.parse has refused is wrong, because JSON.parse itself does not always say it.
 * Null for a text that is too long to be searched, or in which nothing is wrong. Linear in the text.
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
    // A value, or an empty list or object whose end comes next, is done: what follows it?
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
