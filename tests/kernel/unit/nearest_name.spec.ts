import { test } from '@japa/runner'
import { nearestName } from '#kernel/text/nearest_name'

const FIELDS = ['productId', 'count', 'key', 'expiresAt', 'expiresAfterDays', 'expirationMode', 'metadata']

test.group('the name that was meant', () => {
  test('{0} means {1}')
    .with([
      ['expireAt', 'expiresAt'],
      ['expires_at', 'expiresAt'],
      ['ExpiresAt', 'expiresAt'],
      ['exipresAt', 'expiresAt'],
      ['productid', 'productId'],
      ['metdata', 'metadata'],
      ['expiresAfterDay', 'expiresAfterDays'],
      ['cuont', 'count'],
      ['quantity', null],
      ['id', null],
      ['x', null],
      ['', null],
    ] as [string, string | null][])
    .run(({ assert }, [name, meant]) => assert.equal(nearestName(name, FIELDS), meant))

  test('a very long name is compared by its beginning', ({ assert }) => {
    assert.isNull(nearestName('a'.repeat(1_000_000), FIELDS))
  })
})
