import { test } from '@japa/runner'
import fc from 'fast-check'
import { jsonFault } from '#kernel/json/json_fault'

test.group('where a text stops being JSON', () => {
  test('{0}')
    .with([
      ['{"a":1,}', 7, 1, 8],
      ['{\n  "a": 1,\n  b: 2\n}', 14, 3, 3],
      ['[1 2]', 3, 1, 4],
      ['{"a" 1}', 1, 1, 2],
      ['{"a":tru}', 5, 1, 6],
      ['{"a":1', 6, 1, 7],
      ['', 0, 1, 1],
      ['{}}', 2, 1, 3],
      ['{"a":"\n"}', 5, 1, 6],
      ['[01]', 2, 1, 3],
      ['[,]', 1, 1, 2],
    ] as [string, number, number, number][])
    .run(({ assert }, [text, offset, line, column]) => {
      assert.throws(() => JSON.parse(text))
      assert.deepEqual(jsonFault(text), { offset, line, column })
    })

  test('finds a fault exactly in what JSON.parse refuses', ({ assert }) => {
    const edit = fc.tuple(
      fc.nat(),
      fc.nat(2),
      fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', '0', 'e', ' ')
    )
    const property = fc.property(fc.json(), fc.array(edit, { maxLength: 2 }), (valid, edits) => {
      let text = valid
      for (const [at, cut, put] of edits) {
        const place = at % (text.length + 1)
        text = text.slice(0, place) + put + text.slice(place + cut)
      }
      assert.equal(jsonFault(text) === null, parses(text), text)
    })
    fc.assert(property, { numRuns: 2000 })
  })

  test('a text that is too long is not searched', ({ assert }) => {
    assert.isNull(jsonFault('[' + '1,'.repeat(200_000)))
  })
})

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
