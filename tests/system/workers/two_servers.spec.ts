import { test } from '@japa/runner'
import { setTimeout as delay } from 'node:timers/promises'
import { call } from '#tests/testkit/api'
import { createApiKey, createMerchant, type Merchant } from '#tests/testkit/merchant'
import { startServer, type OtherServer } from '#tests/testkit/servers'
import { until } from '#tests/testkit/wait'

/** Within this time a key must be invalid everywhere, in milliseconds. */
const PROMISED = 1000

test.group('two servers', (group) => {
  let other: OtherServer
  group.setup(async () => {
    other = await startServer({ API_KEY_IP_LIMIT_PER_MIN: '-1', API_KEY_LIMIT_FREE_PER_MIN: '-1' })
  })
  group.teardown(() => other.kill('SIGTERM'))

  const elsewhere = (apiKey: string) => call('GET', '/v1/whoami', { apiKey, base: other.base })

  /** Uses a key without a pause until it is refused; a call that starts later than promised must not be accepted. */
  async function endsElsewhere(apiKey: string) {
    const ended = performance.now()
    await until('the key to end on the other server', async () => {
      const started = performance.now()
      const { status } = await elsewhere(apiKey)
      if (status === 200 && started - ended > PROMISED) throw new Error('The key still works after a second')
      return status === 401
    })
  }

  const change = ({ token }: Merchant, method: string, path: string) =>
    call(method, `/v1/dashboard/api-keys/${path}`, { token })

  test('a key that one revokes ends at the other within a second, while it is in use', async ({ assert }) => {
    const merchant = await createMerchant()
    const { id, key } = await createApiKey(merchant, ['license:authorize'])
    assert.equal((await elsewhere(key)).status, 200)
    assert.equal((await change(merchant, 'DELETE', id)).status, 200)
    await endsElsewhere(key)
    const body = { productId: merchant.productId, licenseKey: 'ABCDE' }
    const authorize = await call('POST', '/v1/licenses/authorize', { apiKey: key, body, base: other.base })
    assert.equal(authorize.status, 401)
  })

  test('also a key that nobody used meanwhile', async ({ assert }) => {
    const merchant = await createMerchant()
    const { id, key } = await createApiKey(merchant, ['license:read'])
    assert.equal((await elsewhere(key)).status, 200)
    assert.equal((await change(merchant, 'DELETE', id)).status, 200)
    // There is no condition to wait for, because the promise is this time.
    await delay(PROMISED)
    assert.equal((await elsewhere(key)).status, 401)
  })

  test('a key that one rotates without grace ends at the other, and the new one works at both', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const { id, key } = await createApiKey(merchant, ['license:read'])
    assert.equal((await elsewhere(key)).status, 200)
    const rotated = await change(merchant, 'POST', `${id}/rotate`)
    assert.equal((await elsewhere(rotated.body.data.apiKey.key)).status, 200)
    await endsElsewhere(key)
  })
})
