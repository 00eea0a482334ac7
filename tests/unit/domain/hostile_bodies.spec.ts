import { test } from '@japa/runner'
import { bodies } from '#config/bodies'
import { walkJson } from '#domain/json_text'
import { parseJsonBody } from '#services/request_body'

const { limits, json } = bodies
const NO_BOUNDS = { depth: Infinity, values: Infinity, escapedNames: Infinity }

/** As many parts as fit into a body of so many bytes; beyond the bound of values more make no difference. */
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

/** Bodies that cost the most for their bytes, each by another way. */
const NASTY: Record<string, (bytes: number) => string> = {
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

/** What a document that was taken can have cost: each of these is a step that reading it takes. */
function workOf(text: string) {
  const marks = text.match(/[,[{]/g)?.length ?? 0
  return { values: marks, escapedNames: walkJson(text, NO_BOUNDS).length }
}

test.group('the nastiest bodies', () => {
  for (const [place, bytes] of Object.entries(limits)) {
    test(`of ${bytes} bytes (${place}) are refused or cost what their bytes allow: {$self}`)
      .with(Object.keys(NASTY))
      .run(({ assert }, name) => {
        const text = NASTY[name](bytes)
        assert.isAtMost(Buffer.byteLength(text), bytes)
        try {
          parseJsonBody(Buffer.from(text), 'application/json')
        } catch (error) {
          assert.propertyVal(error, 'reason', 'BAD_REQUEST')
          return
        }
        const { values, escapedNames } = workOf(text)
        assert.isAtMost(values, json.values)
        assert.isAtMost(escapedNames, json.escapedNames)
      })
  }

  test('more than {0} is told by name: {1}')
    .with([
      [json.escapedNames, 'names with escapes'],
      [json.values, 'values'],
      [json.depth, 'levels'],
    ] as const)
    .run(({ assert }, [most, what]) => {
      const texts: Record<string, (count: number) => string> = {
        'names with escapes': (count) => `{${Array.from({ length: count }, () => '"\\n":0').join()}}`,
        values: (count) => `{"a":[${Array.from({ length: count - 1 }, () => '1').join()}]}`,
        levels: (count) => '{"a":'.repeat(count) + '1' + '}'.repeat(count),
      }
      const parse = (count: number) =>
        parseJsonBody(Buffer.from(texts[what](count)), 'application/json; charset=utf-8')
      assert.isObject(parse(most))
      assert.throws(() => parse(most + 1), new RegExp(`${most} ${what}`))
    })
})
