import { createHash, createHmac, createPublicKey, verify } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { vectorsText } from '../../../bin/pages/vectors/vectors_text.js'

type Vectors = {
  signingSecret: string
  keys: { x: string; kid: string }[]
  requests: Record<'method' | 'target' | 'timestamp' | 'nonce' | 'body' | 'signature', string>[]
  answers: (Record<'name' | 'method' | 'path' | 'timestamp' | 'body' | 'kid' | 'signature', string> & {
    genuine: boolean
    nonce: string | null
  })[]
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test.group('resources/clients/vectors.json', (group) => {
  let text: string
  let vectors: Vectors
  group.setup(async () => {
    text = await readFile('resources/clients/vectors.json', 'utf8')
    vectors = JSON.parse(text) as Vectors
  })

  test('is what the code of the service makes: "npm run pages" writes it anew', ({ assert }) => {
    assert.equal(text, vectorsText())
  })

  test('signs requests by the letter of the interface', ({ assert }) => {
    assert.isAbove(vectors.requests.length, 5)
    for (const { method, target, timestamp, nonce, body, signature } of vectors.requests) {
      const path = target.replace(/\?.*/, '')
      const signed = [method.toUpperCase(), path, timestamp, nonce, sha256(body)].join('\n')
      assert.equal(signature, createHmac('sha256', vectors.signingSecret).update(signed).digest('hex'))
    }
  })

  test('signs genuine answers by the letter of the interface, with keys named by their thumbprints', ({
    assert,
  }) => {
    const keys = new Map(vectors.keys.map(({ x, kid }) => [kid, x]))
    for (const [kid, x] of keys) {
      const thumbprint = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`)
      assert.equal(kid, thumbprint.digest('base64url'))
    }
    const genuine = vectors.answers.filter((answer) => answer.genuine)
    assert.isAbove(genuine.length, 5)
    for (const { name, method, path, timestamp, body, kid, nonce, signature } of genuine) {
      const [version, end] = nonce === null ? ['v1', []] : ['v2', [nonce]]
      const signed = [version, timestamp, method, path, sha256(body), ...end].join('\n')
      const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: keys.get(kid) }, format: 'jwk' })
      const bytes = Buffer.from(signature, 'base64url')
      assert.isTrue(verify(null, Buffer.from(signed), key, bytes), name)
    }
  })
})
