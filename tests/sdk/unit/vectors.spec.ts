import { test } from '@japa/runner'
import { utf8 } from '#sdk/core/bytes'
import { pinnedKeys } from '#sdk/client/public_keys'
import { isSignedBy, strangeness, type Signature } from '#sdk/client/signed_answer'
import { RequestSigner } from '#sdk/client/signed_request'
import { verifyWebhook } from '#sdk/webhooks/verify_webhook'
import { failureOf } from '#tests/testkit/client'
import { textOf } from '#tests/testkit/project_files'

type Text<Names extends string> = Record<Names, string>
type Vectors = {
  signingSecret: string
  keys: Text<'x' | 'kid'>[]
  requests: Text<'name' | 'target' | 'timestamp' | 'nonce' | 'body' | 'signature'>[]
  answers: (Text<
    | 'name'
    | 'method'
    | 'timestamp'
    | 'path'
    | 'bodySha256'
    | 'nonce'
    | 'body'
    | 'version'
    | 'kid'
    | 'signature'
  > & {
    genuine: boolean
    answerNonce: string | null
  })[]
  webhooks: (Text<'name' | 'secret' | 'id' | 'timestamp' | 'signature' | 'body'> & {
    genuine: boolean
    now: number
  })[]
}

const vectors = JSON.parse(await textOf('resources/clients/vectors.json')) as Vectors

test.group('the SDK and resources/clients/vectors.json', () => {
  test('requests are signed as the service reads them: {name}')
    .with(vectors.requests)
    .run(async ({ assert }, { target, timestamp, nonce, body, signature }) => {
      const [path] = target.split('?')
      const signer = new RequestSigner(vectors.signingSecret)
      const headers = await signer.headers(path, body, nonce, Number(timestamp))
      assert.deepEqual(headers, {
        'x-svc-timestamp': timestamp,
        'x-svc-nonce': nonce,
        'x-svc-signature': signature,
      })
    })

  test('answers are believed or not: {name}')
    .with(vectors.answers.filter(({ method }) => method === 'POST'))
    .run(async ({ assert }, { path, body, nonce, genuine, ...answer }) => {
      const pinned = await pinnedKeys(vectors.keys.map(({ x }) => x))
      const signature: Signature = { ...answer, nonce: answer.answerNonce ?? '', value: answer.signature }
      const key = pinned.get(answer.kid)
      const isOwn = (await strangeness(signature, nonce, utf8(body))) === null
      const isBelieved = isOwn && key !== undefined && (await isSignedBy(key, path, signature))
      // Version 1 does not prove freshness, so no program of the SDK accepts it.
      assert.equal(isBelieved, genuine && answer.version === '2')
    })

  test('webhooks are believed or not: {name}')
    .with(vectors.webhooks)
    .run(async ({ assert }, { id, timestamp, signature, body, secret, now, genuine }) => {
      const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
      const error = await failureOf(verifyWebhook(body, headers, secret, { now: () => now * 1000 }))
      assert.equal(error?.code !== 'FORGED_WEBHOOK', genuine, error?.message)
    })
})
