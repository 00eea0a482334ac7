import { test } from '@japa/runner'
import fc from 'fast-check'
import { hasChecksum, isApiKeyString, newApiKey } from '#accounts/credentials/api_key_strings'

test.group('API key strings', () => {
  test('a known key has a known checksum: CRC32 in base62, last six characters', ({ assert }) => {
    // Computed with Python: zlib.crc32(b'svc_' + b'0123456789ABCDEFGHIJKLMNOPQRSTUVWX').
    assert.isTrue(hasChecksum('svc_0123456789ABCDEFGHIJKLMNOPQRSTUVWX1hjObd'))
  })

  test('each new key has its checksum', ({ assert }) => {
    for (let round = 0; round < 200; round++) {
      const key = newApiKey()
      assert.match(key, /^svc_[0-9A-Za-z]{40}$/)
      assert.isTrue(hasChecksum(key))
    }
  })

  test('one changed character is noticed', ({ assert }) => {
    const letter = fc.constantFrom(...'0123456789ABCXYZabcxyz')
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 43 }), letter, (at, other) => {
        const key = newApiKey()
        fc.pre(key[at] !== other)
        assert.isFalse(hasChecksum(key.slice(0, at) + other + key.slice(at + 1)))
      })
    )
  })

  test('keys from before the checksum have the right form; other texts have not', ({ assert }) => {
    assert.isTrue(isApiKeyString(`svc_${'a'.repeat(40)}`))
    assert.isFalse(hasChecksum(`svc_${'a'.repeat(40)}`))
    for (const text of ['', 'svc_', `svc_${'a'.repeat(39)}`, `svc_${'a'.repeat(39)}-`]) {
      assert.isFalse(isApiKeyString(text))
    }
  })
})
