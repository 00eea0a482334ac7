import { test } from '@japa/runner'
import { randomUUID } from 'node:crypto'
import { makeLicense, outgoingEvents } from '#tests/testkit/made_licenses'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'

test.group('idempotency keys on license routes', () => {
  test('eight creations with one key make one set of licenses', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const { key } = await createApiKey(merchant, ['license:create'])
    const calls = [
      { url: `/v1/dashboard/orgs/${merchant.orgId}/licenses`, authorization: `Bearer ${merchant.token}` },
      { url: `/v1/products/${merchant.productId}/licenses`, authorization: `Bearer ${key}` },
    ]
    for (const { url, authorization } of calls) {
      const before = (await outgoingEvents(merchant)).length
      const idempotencyKey = randomUUID()
      const send = () =>
        client
          .post(url)
          .headers({ authorization, 'idempotency-key': idempotencyKey })
          .json({ productId: merchant.productId, count: 3 })
      const answers = await Promise.all(Array.from({ length: 8 }, send))
      const done = answers.filter((one) => one.status() === 201)
      assert.isNotEmpty(done)
      assert.isTrue(answers.every((one) => [201, 409].includes(one.status())))
      const replay = await send()
      replay.assertStatus(201)
      replay.assertHeader('idempotent-replayed', 'true')
      assert.deepEqual(replay.body(), done[0].body())
      assert.lengthOf(await outgoingEvents(merchant), before + 3)
    }
  })

  test('a deletion can be replayed after the license is gone', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const { id } = await makeLicense(merchant)
    const remove = () =>
      client
        .delete(`/v1/dashboard/licenses/${id}`)
        .headers({ authorization: `Bearer ${merchant.token}`, 'idempotency-key': `delete-${id}` })
    assert.deepEqual((await remove()).body(), { ok: true, data: { id } })
    assert.deepEqual((await remove()).body(), { ok: true, data: { id } })
  })
})
