import { createHash, createHmac, createPublicKey, verify } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { requestString, responseString } from '#kernel/signing/canonical_string'

type Vectors = {
  request: Record<'signingSecret' | 'method' | 'path' | 'timestamp' | 'nonce' | 'body', string> &
    Record<'bodySha256' | 'signedText' | 'signature', string>
  key: { x: string; kid: string }
  responses: (Record<'version' | 'body' | 'bodySha256' | 'timestamp' | 'method' | 'path', string> &
    Record<'signedText' | 'signature', string> & { nonce?: string })[]
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test.group('resources/client/vectors.json', (group) => {
  let vectors: Vectors
  group.setup(async () => {
    vectors = JSON.parse(await readFile('resources/client/vectors.json', 'utf8')) as Vectors
  })

  test('the service reads a request as its vector says', ({ assert }) => {
    const { signingSecret, method, path, timestamp, nonce, body, ...expected } = vectors.request
    const signedText = requestString(method, path, { timestamp, nonce }, sha256(body))
    assert.equal(expected.bodySha256, sha256(body))
    assert.equal(expected.signedText, signedText)
    assert.equal(expected.signature, createHmac('sha256', signingSecret).update(signedText).digest('hex'))
  })

  test('the service signs responses as their vectors say', ({ assert }) => {
    const { x, kid } = vectors.key
    const thumbprint = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`)
    assert.equal(kid, thumbprint.digest('base64url'))
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    for (const { version, body, nonce = null, signature, signedText, ...signed } of vectors.responses) {
      assert.equal(signed.bodySha256, sha256(body))
      assert.equal(signedText, responseString(signed, version === 'v2' ? nonce : null))
      assert.isTrue(verify(null, Buffer.from(signedText), key, Buffer.from(signature, 'base64url')))
    }
  })
})
