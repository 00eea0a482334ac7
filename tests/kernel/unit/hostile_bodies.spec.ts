import { test } from '@japa/runner'
import { bodies } from '#config/bodies'
import { walkJson } from '#kernel/json/json_text'
import { parseJsonBody } from '#kernel/net/request_body'
import { NASTY } from '#tests/testkit/nasty_bodies'

const { limits, json } = bodies
const NO_BOUNDS = { depth: Infinity, values: Infinity, escapedNames: Infinity }

/** The work that an accepted document can have caused: each mark is one step of reading it. */
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
