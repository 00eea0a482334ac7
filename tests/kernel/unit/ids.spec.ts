import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { wrongBy } from '#tests/testkit/wrong_clock'

test.group('ids', () => {
  test('grow, those of one millisecond too', ({ assert }) => {
    const ids = Array.from({ length: 10_000 }, () => newId())
    assert.deepEqual(ids, ids.toSorted())
    assert.equal(new Set(ids).size, ids.length)
    const moment = (id: string) => id.slice(0, 13)
    assert.isBelow(new Set(ids.map(moment)).size, ids.length / 10, 'many are of the same millisecond')
  })

  test('are UUIDs of version 7 with the time of their creation', ({ assert }) => {
    const from = Date.now()
    const id = newId()
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const time = Number.parseInt(id.replace('-', '').slice(0, 12), 16)
    assert.isAtLeast(time, from)
    assert.isAtMost(time, Date.now())
  })

  test('grow while the clock is set back', ({ assert, cleanup }) => {
    const before = newId()
    wrongBy(-60_000, cleanup)
    assert.isAbove(newId().localeCompare(before), 0)
  })

  test('do not repeat their random part', ({ assert }) => {
    // More than are made of one supply of random bytes.
    const parts = Array.from({ length: 2000 }, () => newId().slice(-11))
    assert.equal(new Set(parts).size, parts.length)
  })
})
