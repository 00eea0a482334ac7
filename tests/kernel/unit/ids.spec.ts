import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'

test.group('ids', () => {
  test('grow, those of one millisecond too', ({ assert }) => {
    const ids = Array.from({ length: 10_000 }, () => newId())
    assert.deepEqual(ids, ids.toSorted())
    assert.equal(new Set(ids).size, ids.length)
    const moment = (id: string) => id.slice(0, 13)
    assert.isBelow(new Set(ids.map(moment)).size, ids.length / 10, 'many are of the same millisecond')
  })
})
