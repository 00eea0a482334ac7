import { bodies } from '#config/bodies'

const { json } = bodies

/**
 * As many parts as fit into `bytes`. It stops a little above the limit of JSON values, because more make no difference.
 */
const filled = (bytes: number, head: string, one: (at: number) => string, tail: string) => {
  const parts: string[] = []
  let size = head.length + tail.length
  for (let at = 0; at < json.values + 10; at++) {
    const part = one(at)
    size += part.length + 3
    if (size > bytes) break
    parts.push(part)
  }
  return head + parts.join(',') + tail
}

/** Repeats a unit between two texts so that the result has about `bytes` bytes. */
const repeated = (bytes: number, head: string, unit: string, tail: string) =>
  head + unit.repeat((bytes - head.length - tail.length) / Buffer.byteLength(unit)) + tail

/** Bodies that cost the most for their size, each in a different way. */
export const NASTY: Record<string, (bytes: number) => string> = {
  'empty objects': (bytes) => filled(bytes, '{"a":[', () => '{}', ']}'),
  'empty lists': (bytes) => filled(bytes, '{"a":[', () => '[]', ']}'),
  'one digit each': (bytes) => filled(bytes, '{"a":[', () => '1', ']}'),
  'names with escapes': (bytes) => filled(bytes, '{', (at) => `"\\n${at.toString(36)}":0`, '}'),
  'one name with escapes, again and again': (bytes) => filled(bytes, '{', () => '"\\n":0', '}'),
  'private-use names behind an escaped one': (bytes) =>
    filled(bytes, '{"\\n":0,', (at) => `"\ue000${at.toString(36)}":0`, '}'),
  'different names': (bytes) => filled(bytes, '{', (at) => `"${at.toString(36)}":0`, '}'),
  'numbers as names': (bytes) => filled(bytes, '{', (at) => `"${at * 1000}":0`, '}'),
  nesting: (bytes) => '{"a":'.repeat(bytes / 5),
  'one string of escapes': (bytes) => `{"a":"${'\\u0000'.repeat((bytes - 8) / 6)}"}`,
  'quotes that never close': (bytes) => `{"a":"${'\\"'.repeat((bytes - 6) / 2)}`,
  'strings without names': (bytes) => '""'.repeat(bytes / 2),
}

/** Small versions of these bodies pass the parser and reach the code behind it. */
export const PARSED = { objects: NASTY['empty objects'], names: NASTY['different names'] }

/**
 * JSON values of about `bytes` bytes that are expensive for the code that reads a field: for patterns, numbers and
 * lists.
 */
export const NASTY_VALUES: Record<string, (bytes: number) => string> = {
  'spaces between letters': (bytes) => repeated(bytes, '"x', ' ', 'x"'),
  'zeros between ones': (bytes) => repeated(bytes, '"1', '0', '1"'),
  'an address without end': (bytes) => repeated(bytes, '"a@', 'a.', '@"'),
  'a URL of slashes': (bytes) => repeated(bytes, '"https://a', '/', '\\u0041"'),
  'a long number': (bytes) => repeated(bytes, '0.1', '0', '1'),
  'a list of objects': (bytes) => filled(bytes, '[', () => '{}', ']'),
  'an object of many names': (bytes) => filled(bytes, '{', (at) => `"${at.toString(36)}":1e400`, '}'),
}
