import fc from 'fast-check'
import { test } from '@japa/runner'
import { iso } from '#kernel/time/iso'

test.group('timestamps as they are answered', () => {
  test('every moment is written as ISO 8601', ({ assert }) => {
    const moments = fc.oneof(
      fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2036, 0) }),
      fc.integer({ min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 })
    )
    fc.assert(
      fc.property(moments, (at) => {
        const expected = new Date(at).toISOString()
        assert.equal(iso(at), expected)
        assert.equal(iso(new Date(at)), expected)
      }),
      { numRuns: 20_000, verbose: true }
    )
  })

  test('{0} is {1}')
    .with([
      [0, '1970-01-01T00:00:00.000Z'],
      [-1, '1969-12-31T23:59:59.999Z'],
      [1.9, '1970-01-01T00:00:00.001Z'],
      [951_782_399_999, '2000-02-28T23:59:59.999Z'],
      [951_782_400_000, '2000-02-29T00:00:00.000Z'],
      [253_402_300_799_999, '9999-12-31T23:59:59.999Z'],
      [null, null],
    ] as const)
    .run(({ assert }, [at, expected]) => assert.equal(iso(at), expected))

  test('what is no moment is refused', ({ assert }) => {
    for (const at of [Number.NaN, Infinity, 8_640_000_000_000_001 + 86_400_000]) {
      assert.throws(() => iso(at), RangeError)
    }
  })
})
