import { test } from '@japa/runner'
import { formatKey, isCustomKey, isKeyPrefix, KEY_BYTES } from '#catalog/rules/key'
import { newLicenseKeys } from '#licensing/store/license_keys'

const GENERATED = /^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){4}$/

test.group('license keys', () => {
  test('five groups of five Crockford characters, the prefix before them', ({ assert }) => {
    const random = Uint8Array.from({ length: KEY_BYTES }, (_, at) => at * 11)
    const key = formatKey(random, null)
    assert.match(key, GENERATED)
    assert.equal(formatKey(random, 'ACME'), `ACME-${key}`)
    assert.equal(formatKey(random, 'ACME_'), `ACME_${key}`)
  })

  test('ten thousand generated keys are all different and can be given as custom keys', ({ assert }) => {
    const keys = newLicenseKeys(10_000, null)
    assert.equal(new Set(keys).size, 10_000)
    assert.isTrue(keys.every((key) => GENERATED.test(key) && isCustomKey(key)))
  })

  test('{0} as a custom key: {1}')
    .with([
      ['abcd', true],
      ['A.b_c-9', true],
      ['a'.repeat(128), true],
      ['abc', false],
      ['a'.repeat(129), false],
      ['-abcd', false],
      ['ab cd', false],
      ['abcd\n', false],
      ['äbcd', false],
      [12345, false],
    ] as const)
    .run(({ assert }, [key, expected]) => assert.equal(isCustomKey(key), expected))

  test('{0} as a key prefix: {1}')
    .with([
      ['ACME', true],
      ['', false],
      ['-A', false],
      ['A'.repeat(33), false],
    ] as const)
    .run(({ assert }, [prefix, expected]) => assert.equal(isKeyPrefix(prefix), expected))
})
