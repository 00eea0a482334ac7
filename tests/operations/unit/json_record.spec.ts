import { test } from '@japa/runner'
import fc from 'fast-check'
import { parseJson } from '#kernel/json/json'
import { outlineOf } from '#operations/transfer/json_record'

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000_000)

function outline(text: string) {
  return outlineOf(Buffer.from(text))
}

/** The key as a complete parser reads it. */
function parsed(text: string): string | null {
  const { key } = parseJson(text) as { key?: unknown }
  return typeof key === 'string' ? key.trim() || null : null
}

const name = fc.constantFrom('key', '\\u006bey', '\\u006b\\u0065\\u0079', 'Key', 'a', '\\"', 'key\\\\', 'ke')
const value = fc.oneof(
  fc.constantFrom('"AAAA"', '"A\\u0041AA"', '" BBBB "', '"\\"key\\":1"', '1', 'null', 'true', '""', '"é😀"'),
  fc.json({ maxDepth: 3 })
)
const members = fc.array(fc.tuple(name, value), { maxLength: 6 })

test.group('outline of a JSON record', () => {
  test(`finds the key that a parser finds (SEED=${SEED})`, ({ assert }) => {
    fc.assert(
      fc.property(members, fc.constantFrom('', ' ', '\n'), (all, space) => {
        const text = `{${all.map(([one, held]) => `${space}"${one}"${space}:${space}${held}`).join(',')}}`
        assert.equal(outline(text).key, parsed(text), text)
      }),
      { numRuns: 3000, seed: SEED }
    )
  })

  test('looks at no names but those of the record itself', ({ assert }) => {
    assert.isNull(outline('{"a":{"key":"AAAA"},"b":[{"key":"BBBB"}]}').key)
    assert.isNull(outline('[{"key":"AAAA"}]').key)
    assert.isNull(outline('{"key":"AAAA","key":{"key":"BBBB"}}').key)
    assert.isNull(outline(`{"key":"${'A'.repeat(769)}"}`).key)
  })

  test('counts what would have to be parsed', ({ assert }) => {
    assert.equal(outline('{"key":"a,b[{","b":[1,2,{}]}').values, 6)
    assert.isAbove(outline(`{"a":[${'{},'.repeat(50_000)}{}]}`).values, 50_000)
  })
})
