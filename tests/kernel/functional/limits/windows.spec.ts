import { test } from '@japa/runner'
import fc from 'fast-check'
import { newId } from '#kernel/secrets/ids'
import { isFull } from '#kernel/limits/full_windows'
import { consume } from '#kernel/limits/rate_limits'

type Asked = { buckets: { key: string; limit: number }[]; nonce: string | null }

/** The expected answer to one request, from windows and nonces that no other test uses. */
function expected({ buckets, nonce }: Asked, counts: Map<string, number>, nonces: Set<string>) {
  const used = (key: string) => counts.get(key) ?? 0
  const denied = buckets.findIndex(({ key, limit }) => used(key) >= limit)
  if (denied < 0) buckets.forEach(({ key }) => counts.set(key, used(key) + 1))
  const fresh = denied < 0 && nonce !== null ? !nonces.has(nonce) : null
  if (fresh) nonces.add(nonce!)
  return { denied, remaining: buckets.map(({ key, limit }) => Math.max(0, limit - used(key))), fresh }
}

test.group('consume: several buckets in one round trip', () => {
  test('counts down and refuses with the time until the window ends', async ({ assert }) => {
    const key = `t:${newId()}`
    for (const left of [1, 0]) {
      const { denied, remaining } = await consume([{ key, limit: 2 }])
      assert.deepEqual({ denied, remaining }, { denied: -1, remaining: [left] })
    }
    const refused = await consume([{ key, limit: 2 }])
    assert.equal(refused.denied, 0)
    assert.isAtLeast(refused.retryAfter, 55)
    assert.isAtMost(refused.retryAfter, 60)
  })

  test('a window that has refused is known to be full until it opens again', async ({ assert }) => {
    const [narrow, other] = [
      { key: `t:${newId()}`, limit: 1 },
      { key: `t:${newId()}`, limit: 1 },
    ]
    await consume([narrow])
    assert.isFalse(isFull([narrow, other]), 'nobody was refused yet')
    await consume([other, narrow])
    assert.isTrue(isFull([other, narrow]))
    assert.isFalse(isFull([other]))
    assert.isFalse(isFull([narrow], performance.now() + 61_000))
  })

  test('takes from none when one refuses, and -1 counts nothing', async ({ assert }) => {
    const [wide, narrow] = [`t:${newId()}`, `t:${newId()}`]
    const both = [
      { key: wide, limit: 10 },
      { key: 'unlimited', limit: -1 },
      { key: narrow, limit: 1 },
    ]
    assert.deepEqual((await consume(both)).remaining, [9, -1, 0])
    const refused = await consume(both)
    assert.equal(refused.denied, 2)
    assert.deepEqual(refused.remaining, [9, -1, 0])
    assert.deepEqual((await consume([{ key: wide, limit: 10 }])).remaining, [8])
  })

  test('lets through exactly the limit under 60 concurrent calls', async ({ assert }) => {
    const [a, b] = [`t:${newId()}`, `t:${newId()}`]
    const calls = Array.from({ length: 60 }, (_, at) => {
      const buckets = [
        { key: a, limit: 25 },
        { key: b, limit: 100 },
      ]
      return consume(at % 2 ? buckets : buckets.toReversed())
    })
    const passed = (await Promise.all(calls)).filter(({ denied }) => denied < 0)
    assert.lengthOf(passed, 25)
    assert.deepEqual((await consume([{ key: b, limit: 100 }])).remaining, [74])
  })

  test('requests of one turn are counted one after another, whatever windows they share', async ({
    assert,
  }) => {
    const [shared, own] = [`t:${newId()}`, `t:${newId()}`]
    const asked = [
      [{ key: shared, limit: 3 }],
      [
        { key: own, limit: 1 },
        { key: shared, limit: 3 },
      ],
      [
        { key: shared, limit: 3 },
        { key: own, limit: 1 },
      ],
      [{ key: shared, limit: 3 }],
      [{ key: shared, limit: 3 }],
    ]
    const answers = await Promise.all(asked.map((buckets) => consume(buckets)))
    assert.deepEqual(
      answers.map(({ denied, remaining }) => [denied, ...remaining]),
      [
        [-1, 2],
        [-1, 0, 1],
        [1, 1, 0],
        [-1, 0],
        [0, 0],
      ]
    )
  })

  test('any requests of one turn are answered as if each had come alone, in their order', async ({
    assert,
  }) => {
    const asked = fc.record({
      buckets: fc.uniqueArray(
        fc.record({ key: fc.constantFrom('a', 'b', 'c'), limit: fc.integer({ min: 0, max: 6 }) }),
        {
          selector: ({ key }) => key,
          maxLength: 3,
        }
      ),
      nonce: fc.option(fc.constantFrom('x', 'y', 'z')),
    })
    const turns = fc.array(fc.array(asked, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(turns, async (waves) => {
        const run = newId()
        const [counts, nonces] = [new Map<string, number>(), new Set<string>()]
        for (const wave of waves) {
          const answers = await Promise.all(
            wave.map(({ buckets, nonce }) =>
              consume(
                buckets.map(({ key, limit }) => ({ key: `t:${run}:${key}`, limit })),
                nonce === null ? null : { key: `n:${run}:${nonce}`, ttlMs: 60_000 }
              )
            )
          )
          assert.deepEqual(
            answers.map(({ denied, remaining, fresh }) => ({ denied, remaining, fresh })),
            wave.map((one) => expected(one, counts, nonces))
          )
        }
      }),
      { numRuns: 60 }
    )
  })

  test('claims a nonce once, and only when no bucket refuses', async ({ assert }) => {
    const [key, nonce] = [`t:${newId()}`, { key: `n:${newId()}`, ttlMs: 60_000 }]
    const buckets = [{ key, limit: 30 }]
    const answers = await Promise.all(Array.from({ length: 20 }, () => consume(buckets, nonce)))
    assert.lengthOf(
      answers.filter(({ fresh }) => fresh === true),
      1
    )
    assert.lengthOf(
      answers.filter(({ fresh }) => fresh === false),
      19
    )
    const other = { key: `n:${newId()}`, ttlMs: 60_000 }
    assert.isNull((await consume([{ key, limit: 0 }], other)).fresh)
    assert.isTrue((await consume([], other)).fresh)
  })
})
