import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { hashSecret } from '#kernel/secrets/tokens'
import { call } from '#tests/testkit/api'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { until } from '#tests/testkit/wait'
import { wrongBy } from '#tests/testkit/wrong_clock'

const create = ({ token, productId }: Merchant) =>
  call('POST', `/v1/dashboard/products/${productId}/api-keys`, {
    token,
    body: { name: 'Backend', permissions: ['license:read', 'product:read'] },
  })
const rotate = ({ token }: Merchant, id: string, body?: object) =>
  call('POST', `/v1/dashboard/api-keys/${id}/rotate`, { token, body })
const revoke = ({ token }: Merchant, id: string) => call('DELETE', `/v1/dashboard/api-keys/${id}`, { token })
const whoami = (apiKey: string) => call('GET', '/v1/whoami', { apiKey })

test.group('rotations of an API key', (group) => {
  group.tap((test) => test.tags(['@once']))

  test('with grace each old string works until its own end; a rotation without grace leaves them', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const first = (await create(merchant)).body.data.apiKey
    const second = (await rotate(merchant, first.id, { gracePeriodSeconds: 600 })).body.data.apiKey
    const third = (await rotate(merchant, first.id, { gracePeriodSeconds: 600 })).body.data.apiKey
    const fourth = (await rotate(merchant, first.id)).body.data.apiKey
    const statuses = () =>
      Promise.all([first, second, third, fourth].map(async ({ key }) => (await whoami(key)).status))
    assert.deepEqual(await statuses(), [200, 200, 401, 200])
    await rows(
      db.connection(),
      `update api_key_pairs set good_until = now() where api_key_id = ? and key_hash = ?`,
      [first.id, hashSecret(second.key)]
    )
    await until('the ended pair is refused', async () => (await whoami(second.key)).status === 401, 1000)
    assert.deepEqual(await statuses(), [200, 401, 401, 200])
    for (const gracePeriodSeconds of [-1, 604_801, 1.5, '60']) {
      assert.equal((await rotate(merchant, first.id, { gracePeriodSeconds })).status, 400)
    }
  })

  test('grace goes by the clock of the database where that of the service is an hour slow', async ({
    assert,
    cleanup,
  }) => {
    const merchant = await createMerchant()
    const first = (await create(merchant)).body.data.apiKey
    wrongBy(-3_600_000, cleanup)
    assert.equal((await rotate(merchant, first.id, { gracePeriodSeconds: 600 })).status, 200)
    assert.equal((await whoami(first.key)).status, 200)
  })

  test('at most five pairs work at a time, however many rotations race; then CONFLICT', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const first = (await create(merchant)).body.data.apiKey
    const racing = await Promise.all(
      Array.from({ length: 8 }, () => rotate(merchant, first.id, { gracePeriodSeconds: 600 }))
    )
    const rotated = racing.filter(({ status }) => status === 200)
    assert.lengthOf(rotated, 4)
    for (const { status, body } of racing.filter((one) => !rotated.includes(one))) {
      assert.equal(status, 409)
      assert.equal(body.error.code, 'CONFLICT')
    }
    const keys = [first, ...rotated.map(({ body }) => body.data.apiKey)]
    for (const { key } of keys) assert.equal((await whoami(key)).status, 200)
    // Without a grace period the newest pair is replaced, so there is never more than one.
    assert.equal((await rotate(merchant, first.id)).status, 200)
    await rows(db.connection(), `update api_key_pairs set good_until = now() where key_hash = ?`, [
      hashSecret(first.key),
    ])
    assert.equal((await rotate(merchant, first.id, { gracePeriodSeconds: 1 })).status, 200)
    assert.equal((await revoke(merchant, first.id)).status, 200)
    for (const { key } of keys) assert.equal((await whoami(key)).status, 401)
  })
})
