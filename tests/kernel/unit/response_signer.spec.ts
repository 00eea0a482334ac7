import { generateKeyPairSync, verify } from 'node:crypto'
import fc from 'fast-check'
import { test } from '@japa/runner'
import { signerOf } from '#kernel/signing/response_signer'

/** Null on platforms for which it is not built: see `signerOf`. */
const sodium = await import('sodium-native').then(
  ({ default: library }) => library,
  () => null
)

test.group('signatures of responses', () => {
  test('libsodium and, where there is none, Node.js make the same', ({ assert }) => {
    for (let round = 0; round < 5; round++) {
      const { privateKey, publicKey } = generateKeyPairSync('ed25519')
      const quick = signerOf(privateKey, sodium)
      const plain = signerOf(privateKey, null)
      fc.assert(
        fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
          const signature = quick(text)
          assert.equal(signature, plain(text))
          assert.isTrue(verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64url')))
        }),
        { numRuns: 50, verbose: true }
      )
    }
  }).skip(sodium === null, 'no libsodium for this platform')

  test('a signature stays as it is when others follow', ({ assert }) => {
    const { privateKey } = generateKeyPairSync('ed25519')
    const signText = signerOf(privateKey)
    const first = signText('first')
    assert.notEqual(signText('second'), first)
    assert.equal(signText('first'), first)
  })
})
