import { test } from '@japa/runner'
import { noted, paceWords, type Seen } from '../../../resources/console/src/screens/operations/pace.js'

const START = Date.parse('2026-11-28T08:00:00.000Z')

/** Looks at an operation that processes `perSecond`, once a second for `seconds`. */
function watched(perSecond: number, seconds: number, from: Seen[] = []): Seen[] {
  const { at = START - 1000, processed = -perSecond } = from.at(-1) ?? {}
  let seen = from
  for (let second = 1; second <= seconds; second++)
    seen = noted(seen, Math.floor(processed + perSecond * second), at + second * 1000)
  return seen
}

const wordsOf = (seen: Seen[], total: number, later = 0) =>
  paceWords(seen, total, (seen.at(-1)?.at ?? START) + later)

test.group('the pace of an operation', () => {
  test('{perSecond} a second with {left} left is {words}')
    .with([
      { perSecond: 250, left: 1000, words: '250 a second, a few seconds left' },
      { perSecond: 1234, left: 30_000, words: '1,200 a second, about 30 s left' },
      { perSecond: 100, left: 5500, words: '100 a second, about 1 min left' },
      { perSecond: 100, left: 60_000, words: '100 a second, about 10 min left' },
      { perSecond: 7, left: 7 * 3600 * 5, words: '7 a second, about 5 h left' },
      { perSecond: 2, left: 2 * 86_400 * 3, words: '2 a second, about 3 days left' },
      { perSecond: 0.25, left: 60, words: '15 a minute, about 4 min left' },
    ])
    .run(({ assert }, { perSecond, left, words }) => {
      const seen = watched(perSecond, 21)
      assert.equal(wordsOf(seen, seen.at(-1)!.processed + left), words)
    })

  test('nothing is said before there is enough to judge from', ({ assert }) => {
    assert.equal(wordsOf([], 1000), '')
    assert.equal(wordsOf(watched(100, 1), 1000), '')
    assert.equal(wordsOf(watched(100, 3), 1000), '')
    assert.match(wordsOf(watched(100, 4), 1000), /^100 a second/)
  })

  test('nothing is said without a total, and none of it when all is done', ({ assert }) => {
    assert.equal(wordsOf(watched(100, 10), 0), '')
    assert.equal(wordsOf(watched(100, 11), 1000), '')
  })

  test('nothing is said while nothing moves, and the pause does not count afterwards', ({ assert }) => {
    const seen = watched(100, 10)
    assert.match(wordsOf(seen, 5000, 5000), /^100 a second/)
    assert.equal(wordsOf(seen, 5000, 20_000), '')
    const { at, processed } = seen.at(-1)!
    const after = noted(seen, processed + 100, at + 60_000)
    assert.equal(wordsOf(after, 5000), '')
    assert.match(wordsOf(watched(50, 10, after), 5000), /^50 a second/)
  })

  test('only the last half minute counts, and a new start begins anew', ({ assert }) => {
    assert.match(wordsOf(watched(10, 40, watched(1000, 60)), 100_000), /^10 a second/)
    const again = noted(watched(100, 10), 0, START + 11_000)
    assert.deepEqual(again, [{ at: START + 11_000, processed: 0 }])
  })
})
