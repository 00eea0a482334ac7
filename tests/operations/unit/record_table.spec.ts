import { test } from '@japa/runner'
import fc from 'fast-check'
import { recordMembers } from '#operations/transfer/record_members'
import { RecordTable } from '#operations/transfer/record_table'

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000_000)

/** The cell of a value, from what a complete parser reads. */
function cellOf(value: unknown): string {
  if (value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

test.group('a JSON record as cells', () => {
  test(`has the members that a parser finds (SEED=${SEED})`, ({ assert }) => {
    const record = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 })
    fc.assert(
      fc.property(record, (held) => {
        const expected = Object.entries(JSON.parse(JSON.stringify(held)) as object)
        assert.deepEqual(
          [...recordMembers(` ${JSON.stringify(held)} `)!],
          expected.map(([name, value]) => [name, cellOf(value)])
        )
      }),
      { numRuns: 1000, seed: SEED }
    )
  })

  test('keeps numbers as they are written, and the last of members with one name', ({ assert }) => {
    const text = '{ "a" : 1.50 , "a":[12345678901234567890, 1e400] , "b":{} , "c": "" }'
    assert.deepEqual(
      [...recordMembers(text)!],
      [
        ['a', '[12345678901234567890, 1e400]'],
        ['b', '{}'],
        ['c', ''],
      ]
    )
    assert.deepEqual([...recordMembers('{}')!], [])
  })

  test('is null where there is no object that can be read', ({ assert }) => {
    for (const text of ['', '[]', '"a"', 'null', '{"a":1', '{a:1}']) assert.isNull(recordMembers(text), text)
    assert.isNull(recordMembers(`{"a":[${'1,'.repeat(20_001)}1]}`))
  })
})

test.group('a table of JSON records', () => {
  test('bounds the columns that an import ignores, and no others', ({ assert }) => {
    const table = new RecordTable([])
    const names = Array.from({ length: 150 }, (_, at) => `x${at}`)
    const known = names.map((name) => `metadata.${name}`)
    table.add(
      JSON.stringify(Object.fromEntries([...names, ...known, 'y'.repeat(101)].map((one) => [one, 1])))
    )
    assert.deepEqual(table.columns, ['key', ...names.slice(0, 100), ...known])
  })

  test('joins names that are one heading; the right spelling wins', ({ assert }) => {
    const table = new RecordTable([])
    const texts = ['{"KEY":"a","key":"b"}', '{"key":"b","KEY":"a"}', '{"KEY":"a"}']
    for (const text of texts) table.add(text)
    assert.deepEqual(table.columns, ['key'])
    assert.deepEqual(
      texts.map((text) => table.cells(text)),
      [['b'], ['b'], ['a']]
    )
  })
})
