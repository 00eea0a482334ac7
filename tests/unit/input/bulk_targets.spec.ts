import { test } from '@japa/runner'
import { setImmediate } from 'node:timers/promises'
import Refusal from '#kernel/refusals/refusal'
import { newId } from '#kernel/secrets/ids'
import { distinctIds, distinctKeys, MAX_NAMED } from '#licensing/http/bulk_targets'

async function refusedBy(reading: Promise<unknown>): Promise<Refusal> {
  const error = await reading.then(
    () => null,
    (thrown: unknown) => thrown
  )
  if (error instanceof Refusal) return error
  throw new Error('It was not refused')
}

test.group('the licenses that a bulk body names', () => {
  test('count once, in their order; ids without regard to case, keys trimmed', async ({ assert }) => {
    const [one, two] = [newId(), newId()]
    assert.deepEqual(await distinctIds('licenseIds', [two, one.toUpperCase(), one, two]), [two, one])
    assert.deepEqual(await distinctKeys('licenseKeys', [' KEY-1\t', 'key-1', 'KEY-1']), ['KEY-1', 'key-1'])
  })

  test('a wrong element is named with its index and its value, shortened')
    .with([
      ['abc', 'licenseIds[1] "abc" is no UUID'],
      [7, 'licenseIds[1] 7 is no UUID'],
      [null, 'licenseIds[1] null is no UUID'],
      [{ id: 1 }, 'licenseIds[1] an object is no UUID'],
      ['x'.repeat(100_000), `licenseIds[1] "${'x'.repeat(40)}…" is no UUID`],
    ] as [unknown, string][])
    .run(async ({ assert }, [wrong, message]) => {
      const { reason, details } = await refusedBy(distinctIds('licenseIds', [newId(), wrong]))
      assert.equal(reason, 'VALIDATION_ERROR')
      assert.deepEqual(details, [{ field: 'licenseIds.1', message }])
    })

  test('keys are texts of 1 to 128 characters', async ({ assert }) => {
    const { details } = await refusedBy(distinctKeys('licenseKeys', ['fine', ' ', 'x'.repeat(129), 5]))
    assert.deepEqual(
      details!.map(({ field }) => field),
      ['licenseKeys.1', 'licenseKeys.2', 'licenseKeys.3']
    )
  })

  test('no list, an empty one and one that is too long are refused', async ({ assert }) => {
    for (const list of [[], 'x', {}, true, Array.from({ length: MAX_NAMED + 1 }, () => 'x')]) {
      const { details } = await refusedBy(distinctIds('licenseIds', list))
      assert.equal(details![0].field, 'licenseIds')
    }
  })

  test('no more than a hundred problems are named, and the rest is not read', async ({ assert }) => {
    const { details } = await refusedBy(
      distinctIds(
        'licenseIds',
        Array.from({ length: MAX_NAMED }, () => 'x')
      )
    )
    assert.lengthOf(details!, 100)
  })

  test('others get their turn while a long list is read', async ({ assert }) => {
    const ids = Array.from({ length: MAX_NAMED }, () => newId())
    let reading = true
    let turns = 0
    const done = distinctIds('licenseIds', ids).finally(() => (reading = false))
    while (reading) {
      await setImmediate()
      turns++
    }
    assert.lengthOf(await done, MAX_NAMED)
    assert.isAtLeast(turns, 20)
  })
})
