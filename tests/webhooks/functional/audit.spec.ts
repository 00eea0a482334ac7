import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { auditTrail } from '#tests/testkit/audit'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'

/** No process listens on this address. */
const URL = 'http://127.0.0.1:9/latchkey'
const base = ({ productId }: Merchant) => `/v1/dashboard/webhooks/products/${productId}`

test.group('audit log of webhook endpoints', () => {
  test('tells who made, changed, switched off, renewed and removed one', async ({ assert }) => {
    const merchant = await createMerchant()
    const { token, userId, email, productId } = merchant
    const headers = { 'x-request-id': `audit_${newId()}` }
    const made = await call('POST', base(merchant), {
      token,
      headers,
      body: { url: URL, events: ['license.created'] },
    })
    const { id, secret } = made.body.data.endpoint
    const path = `${base(merchant)}/${id}`
    await call('PATCH', path, { token, headers, body: { events: ['*'] } })
    await call('PATCH', path, { token, headers, body: { enabled: false } })
    await call('PATCH', path, { token, headers, body: { enabled: true } })
    const rotated = await call('POST', `${path}/rotate-secret`, { token, headers })
    await call('DELETE', path, { token, headers })

    const trail = await auditTrail(merchant)
    assert.deepEqual(
      trail.map(({ action, data }) => [action, data]),
      [
        ['webhook.deleted', { productId, url: URL }],
        ['webhook.secret_rotated', { productId }],
        ['webhook.updated', { productId, enabled: true }],
        ['webhook.updated', { productId, enabled: false }],
        ['webhook.updated', { productId, events: ['*'] }],
        [
          'webhook.created',
          { productId, url: URL, events: ['license.created'], enabled: true, payload: 'thin' },
        ],
      ]
    )
    for (const entry of trail) {
      assert.deepInclude(entry, { subjectId: id, requestId: headers['x-request-id'] })
      assert.deepEqual(entry.actor, { type: 'user', id: userId, email })
      assert.isString(entry.ip)
    }
    for (const one of [secret, rotated.body.data.endpoint.secret]) {
      assert.notInclude(JSON.stringify(trail), one)
    }
  })

  test('what was refused leaves no line, and a replay no second one', async ({ assert }) => {
    const merchant = await createMerchant()
    const { token } = merchant
    const unknown = `${base(merchant)}/${newId()}`
    const refused = [
      await call('POST', base(merchant), { token, body: { url: URL, events: ['nope'] } }),
      await call('PATCH', unknown, { token, body: { enabled: false } }),
      await call('POST', `${unknown}/rotate-secret`, { token }),
      await call('DELETE', unknown, { token }),
    ]
    assert.deepEqual(
      refused.map(({ status }) => status),
      [400, 404, 404, 404]
    )
    assert.deepEqual(await auditTrail(merchant), [])
    const headers = { 'idempotency-key': newId() }
    const body = { url: URL, events: ['*'] }
    await call('POST', base(merchant), { token, headers, body })
    const again = await call('POST', base(merchant), { token, headers, body })
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.lengthOf(await auditTrail(merchant), 1)
  })
})
