import { test } from '@japa/runner'
import { DAY } from '#kernel/time/millis'
import { call } from '#tests/testkit/api'
import { createCustomer, own } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { createApiKey } from '#tests/testkit/merchant'
import { createListing, createShop, ordersPath } from '#tests/testkit/shops'

/** contract/10-storefront#105-orders */
test.group('a license that was renewed more than once', () => {
  test('a later renewal stays when an earlier one is taken back, whoever fulfilled it', async ({
    assert,
  }) => {
    const { merchant, token } = await createShop()
    const customer = await createCustomer(merchant)
    const path = ordersPath(merchant)
    const sell = (order: object) => call('POST', path, { token, body: { email: customer.email, ...order } })
    const act = (id: string, move: string, body?: object) =>
      call('POST', `${path}/${id}/${move}`, { token, body })
    const read = async (id: string) =>
      (await call('GET', `/v1/dashboard/licenses/${id}`, { token })).body.data.license
    const instant = await createListing(merchant, { kind: 'renewal', extendDays: 30 })
    const byHand = await createListing(merchant, { kind: 'renewal', extendDays: 5, fulfilment: 'manual' })
    const key = await createApiKey(merchant, ['order:write'])
    const claim = async (target: string) =>
      call('POST', '/v1/enduser/orders', {
        token: customer.token,
        body: { listingId: instant.id, targetLicenseId: target },
      })
    const later: Record<string, (target: string) => Promise<unknown>> = {
      'an end user': claim,
      'a sale': (targetLicenseId) => sell({ listingId: instant.id, targetLicenseId }),
      'a user': async (targetLicenseId) =>
        act((await sell({ listingId: byHand.id, targetLicenseId })).body.data.order.id, 'fulfil'),
      'an API key': async (targetLicenseId) => {
        const { id } = (await sell({ listingId: byHand.id, targetLicenseId })).body.data.order
        return call('POST', `/v1/products/${merchant.productId}/orders/${id}/fulfil`, { apiKey: key.key })
      },
    }
    for (const [who, renewAgain] of Object.entries(later)) {
      const [{ id: targetLicenseId }] = await seedLicenses(merchant, 1, {
        ...{ expirationMode: 'fixed', expiresAt: Date.now() + DAY },
      })
      await own(customer, targetLicenseId)
      const { id } = (await sell({ listingId: instant.id, targetLicenseId })).body.data.order
      await renewAgain(targetLicenseId)
      const both = Date.parse((await read(targetLicenseId)).expiresAt)
      assert.equal((await act(id, 'reverse', { reason: 'x' })).status, 200, who)
      assert.equal(Date.parse((await read(targetLicenseId)).expiresAt), both - 30 * DAY, who)
    }
    // A reason that reads like that of an order is a person's change all the same.
    const [{ id: targetLicenseId }] = await seedLicenses(merchant, 1, {
      ...{ expirationMode: 'fixed', expiresAt: Date.now() + DAY },
    })
    await own(customer, targetLicenseId)
    const { id, number } = (await sell({ listingId: instant.id, targetLicenseId })).body.data.order
    await call('POST', `/v1/dashboard/licenses/${targetLicenseId}/suspend`, {
      token,
      body: { reason: `Order #${number}` },
    })
    assert.equal((await act(id, 'reverse', { reason: 'x' })).body.error.code, 'CONFLICT')
  })
})
