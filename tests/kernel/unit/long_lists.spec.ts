import { test } from '@japa/runner'
import fc from 'fast-check'
import { uuidArray } from '#kernel/database/uuid_array'
import { readList } from '#kernel/json/long_lists'
import Refusal from '#kernel/refusals/refusal'
import { newId } from '#kernel/secrets/ids'
import { BULK_TARGETS, MAX_NAMED } from '#licensing/http/bulk_targets'
import { readWithLists } from '#kernel/net/body_with_lists'

const { licenseIds, licenseKeys } = BULK_TARGETS
const ids = (list: unknown) => readList('licenseIds', list, licenseIds)
const keys = (list: unknown) => readList('licenseKeys', list, licenseKeys)

function problemsOf(read: ReturnType<typeof readList>) {
  if ('problems' in read) return read.problems
  throw new Error('It was not refused')
}

test.group('the licenses that a bulk body names', () => {
  test('count once, in their order; ids without regard to case, keys trimmed', ({ assert }) => {
    const [one, two] = [newId(), newId()]
    assert.deepEqual(ids([two, one.toUpperCase(), one, two]), {
      list: { array: uuidArray([two, one]), count: 2 },
    })
    assert.deepEqual(keys([' KEY-1\t', 'key-1', 'KEY-1']), {
      list: { array: '{"KEY-1","key-1"}', count: 2 },
    })
  })

  test('keys keep quotes, backslashes and commas', ({ assert }) => {
    assert.deepEqual(keys(['a"b', 'a\\b', 'a,b', '{a}', 'NULL']), {
      list: { array: '{"a\\"b","a\\\\b","a,b","{a}","NULL"}', count: 5 },
    })
  })

  test('a wrong element is named with its index and its value, shortened')
    .with([
      ['abc', 'licenseIds[1] "abc" is not a UUID'],
      [7, 'licenseIds[1] 7 is not a UUID'],
      [null, 'licenseIds[1] null is not a UUID'],
      [{ id: 1 }, 'licenseIds[1] an object is not a UUID'],
      ['x'.repeat(100_000), `licenseIds[1] "${'x'.repeat(40)}…" is not a UUID`],
    ] as [unknown, string][])
    .run(({ assert }, [wrong, message]) => {
      assert.deepEqual(problemsOf(ids([newId(), wrong])), [{ field: 'licenseIds.1', message }])
    })

  test('keys are texts of 1 to 128 characters', ({ assert }) => {
    assert.deepEqual(
      problemsOf(keys(['fine', ' ', 'x'.repeat(129), 5])).map(({ field }) => field),
      ['licenseKeys.1', 'licenseKeys.2', 'licenseKeys.3']
    )
  })

  test('no list, an empty one and one that is too long are refused', ({ assert }) => {
    for (const list of [[], 'x', {}, true, Array.from({ length: MAX_NAMED + 1 }, () => 'x')]) {
      assert.equal(problemsOf(ids(list))[0].field, 'licenseIds')
    }
  })

  test('the maximum counts distinct elements', ({ assert }) => {
    const most = Array.from({ length: MAX_NAMED }, (_, at) => `KEY-${at}`)
    const repeated = keys([...most, 'KEY-7', ' KEY-7 '])
    assert.equal('list' in repeated && repeated.list.count, MAX_NAMED)
    assert.equal(problemsOf(keys([...most, 'KEY-7', 'KEY-MORE']))[0].field, 'licenseKeys')
  })

  test('no more than a hundred problems are named, and the rest is not read', ({ assert }) => {
    assert.lengthOf(problemsOf(ids(Array.from({ length: MAX_NAMED }, () => 'x'))), 100)
  })

  test('a list that is null counts as not given, and a list never stays in the body', ({ assert }) => {
    const read = (body: unknown) =>
      readWithLists(Buffer.from(JSON.stringify(body)), 'application/json', BULK_TARGETS)
    assert.deepEqual(read({ licenseIds: null, days: 1 }), { value: { licenseIds: null, days: 1 }, lists: {} })
    const forged = read({ licenseIds: { list: { array: '{x}', count: 1 } } })
    assert.deepEqual(forged.value, {})
    assert.property(forged.lists.licenseIds, 'problems')
    assert.throws(() => readWithLists(Buffer.from('[]'), 'application/json', BULK_TARGETS), Refusal as never)
  })

  test('as many elements are counted as are distinct, whatever they are', ({ assert }) => {
    const seed = Date.now() % 2 ** 31
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .filter((one) => one.trim() !== '')
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 50 }), (list) => {
        const read = keys(list)
        const distinct = new Set(list.map((one) => one.trim()))
        assert.equal('list' in read && read.list.count, distinct.size, `seed ${seed}`)
      }),
      { seed }
    )
  })
})
