import { test } from '@japa/runner'
import { LatchkeyClient } from '#sdk/client/latchkey_client'
import { failureOf, fakeService, testClock } from '#tests/testkit/client'

/** A client of a service that first refuses with each of these codes in order, and then allows. */
async function clientWith(codes: string[], patienceMs = Infinity) {
  const refusals = [...codes]
  const nonces: string[] = []
  const service = await fakeService({}, undefined, { refuses: () => refusals.shift() ?? null })
  const spy: typeof fetch = (url, init) => {
    const nonce = new Headers(init?.headers).get('x-svc-nonce')
    if (nonce) nonces.push(nonce)
    return fetch(url, init)
  }
  const client = new LatchkeyClient({
    baseUrl: service.base,
    productId: 'product',
    apiKey: 'svc_key',
    signingSecret: 'secret',
    publicKeys: [service.x],
    clock: testClock({ hurries: true }),
    fetch: spy,
    patienceMs,
  })
  return { client, nonces, [Symbol.dispose]: () => service.close() }
}

test.group('LatchkeyClient: retries', () => {
  test('each try is signed anew: {$self}')
    .with(['NONCE_REUSED', 'SIGNATURE_EXPIRED', 'SIGNING_UNAVAILABLE', 'INTERNAL'])
    .run(async ({ assert }, code) => {
      using setup = await clientWith([code])
      assert.isTrue((await setup.client.authorize({ licenseKey: 'ANY-1' })).allow)
      assert.lengthOf(new Set(setup.nonces), 2)
    })

  test('a clock that is still wrong after it was learned jumps', async ({ assert }) => {
    using setup = await clientWith(['SIGNATURE_EXPIRED', 'SIGNATURE_EXPIRED'])
    const error = await failureOf(setup.client.authorize({ licenseKey: 'ANY-1' }))
    assert.equal(error?.code, 'CLOCK_WRONG')
  })

  test('five tries are enough', async ({ assert }) => {
    using setup = await clientWith(Array<string>(9).fill('RATE_LIMITED'))
    const error = await failureOf(setup.client.authorize({ licenseKey: 'ANY-1' }))
    assert.equal(error?.code, 'RATE_LIMITED')
    assert.lengthOf(setup.nonces, 5)
  })

  test('a refusal that no signature helps is final', async ({ assert }) => {
    using setup = await clientWith(['INVALID_SIGNATURE'])
    const error = await failureOf(setup.client.authorize({ licenseKey: 'ANY-1' }))
    assert.containSubset(error, { code: 'INVALID_SIGNATURE', retryAfter: null })
    assert.lengthOf(setup.nonces, 1)
  })

  test('its patience bounds the pauses of a call', async ({ assert }) => {
    using setup = await clientWith(Array<string>(9).fill('INTERNAL'), 3000)
    assert.equal((await failureOf(setup.client.authorize({ licenseKey: 'ANY-1' })))?.code, 'INTERNAL')
    assert.lengthOf(setup.nonces, 3)
  })
})
