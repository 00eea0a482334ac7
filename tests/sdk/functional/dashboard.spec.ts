import { test } from '@japa/runner'
import { LatchkeyDashboard } from '#sdk/api/dashboard'
import type { Tokens } from '#sdk/core/credentials'
import { verifyWebhook } from '#sdk/webhooks/verify_webhook'
import { failureOf } from '#tests/testkit/client'
import { BASE } from '#tests/testkit/http'
import { createMerchant, PASSWORD } from '#tests/testkit/merchant'
import { openReceiver } from '#tests/testkit/receiver'
import { dashboardSdk } from '#tests/testkit/sdk'

test.group('SDK for a user', () => {
  test('signs in and finds the orgs', async ({ assert }) => {
    const { email, orgId } = await createMerchant()
    const pairs: Tokens[] = []
    const onTokens = (pair: Tokens) => void pairs.push(pair)
    const signedIn = await LatchkeyDashboard.signIn({ baseUrl: BASE, email, password: PASSWORD, onTokens })
    assert.equal((await signedIn.me()).user.email, email)
    const orgs = []
    for await (const org of signedIn.orgs.list()) orgs.push(org.id)
    assert.deepEqual(orgs, [orgId])
    const wrong = LatchkeyDashboard.signIn({ baseUrl: BASE, email, password: 'not that one' })
    assert.equal((await failureOf(wrong))?.code, 'UNAUTHORIZED')
    assert.lengthOf(pairs, 1)
  })

  test('manages products and their keys', async ({ assert }) => {
    const merchant = await createMerchant()
    const api = dashboardSdk(merchant)
    const { products, licenses, analytics } = api.org(merchant.orgId)
    const made = await products.create({ name: 'Player', keyPrefix: 'PLAY' })
    const names = []
    for await (const { name } of products.list()) names.push(name)
    assert.sameMembers(names, ['Editor', 'Player'])
    const product = api.product(made.id)
    const issued = await product.apiKeys.create({ name: 'server', permissions: ['license:read'] })
    assert.match(issued.key, /^svc_/)
    const rotated = await api.rotateApiKey(issued.id, { gracePeriodSeconds: 60 })
    assert.notEqual(rotated.key, issued.key)
    assert.equal(await api.revokeApiKey(issued.id), issued.id)
    assert.isString((await product.apiKeys.list().first()).items[0].revokedAt)
    const [license] = await licenses.create({ productId: made.id })
    assert.match(license.key, /^PLAY/)
    assert.equal((await analytics.licenses({ productId: made.id })).total, 1)
    await product.blacklist.add({ type: 'IP', value: '192.0.2.1' })
    assert.equal((await failureOf(product.delete()))?.code, 'CONFLICT')
    await licenses.delete(license.id)
    assert.equal(await product.delete(), made.id)
  })

  test('registers a webhook, tests it, and verifies what comes', async ({ assert }) => {
    const merchant = await createMerchant()
    const { webhooks } = dashboardSdk(merchant).product(merchant.productId)
    await using receiver = await openReceiver()
    const endpoint = await webhooks.create({ url: receiver.url, events: ['license.created'] })
    const delivery = await webhooks.test(endpoint.id)
    assert.isTrue(delivery.success)
    const [{ body, headers }] = receiver.received
    const event = await verifyWebhook(body, headers, endpoint.secret)
    assert.containSubset(event, { event: 'test.ping', deliveryId: delivery.id })
    const { secret } = await webhooks.rotateSecret(endpoint.id)
    const again = await webhooks.replay(delivery.id)
    assert.isTrue(again.success)
    const replayed = receiver.received[1]
    for (const one of [secret, endpoint.secret, ['whsec_AAAA', secret]]) {
      assert.equal((await verifyWebhook(replayed.body, replayed.headers, one)).event, 'test.ping')
    }
    const forged = await failureOf(verifyWebhook(`${body} `, headers, endpoint.secret))
    assert.equal(forged?.code, 'FORGED_WEBHOOK')
    const sent = (await webhooks.deliveries(endpoint.id, { event: 'test.ping' }).first()).items
    assert.lengthOf(sent, 2)
    assert.containSubset(await webhooks.delivery(sent[0].id), { payload: { event: 'test.ping' } })
    const since = new Date(Date.now() - 60_000)
    assert.equal(await webhooks.replayAll(endpoint.id, { since, status: 'succeeded', dryRun: true }), 1)
    assert.isFalse((await webhooks.update(endpoint.id, { enabled: false })).enabled)
    assert.lengthOf((await webhooks.list().first()).items, 1)
    assert.equal(await webhooks.delete(endpoint.id), endpoint.id)
  })
})
