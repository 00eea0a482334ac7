import { createHash, randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { rolloutPlace } from '#releases/store/rollout_place'

const LICENSES = Array.from({ length: 10_000 }, (_, at) =>
  createHash('sha256')
    .update(`license ${at}`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5')
)

test.group('the place in a rollout', () => {
  test('lets a percentage of 10,000 licenses in, within one percent', ({ assert }) => {
    const release = '01900000-0000-7000-8000-000000000001'
    const places = LICENSES.map((license) => rolloutPlace(license, release))
    for (const percent of [0, 1, 5, 10, 25, 50, 75, 90, 99, 100]) {
      const share = (places.filter((place) => place < percent).length / places.length) * 100
      assert.closeTo(share, percent, 1, `${percent} %`)
    }
  })

  test('is the same each time, and another for another release', ({ assert }) => {
    const [license, one, other] = [randomUUID(), randomUUID(), randomUUID()]
    assert.equal(rolloutPlace(license, one), rolloutPlace(license, one))
    const differs = LICENSES.filter((id) => rolloutPlace(id, one) !== rolloutPlace(id, other))
    assert.isAbove(differs.length, LICENSES.length * 0.95)
  })

  test('is SHA-256 of both ids modulo 100', ({ assert }) => {
    assert.equal(
      rolloutPlace('a', 'b'),
      Number(BigInt(`0x${createHash('sha256').update('ab').digest('hex')}`) % 100n)
    )
  })
})
