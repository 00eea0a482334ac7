import { test } from '@japa/runner'
import { DAY } from '#kernel/time/millis'
import { call } from '#tests/testkit/api'
import { createCustomer, own } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { createListing, createShop, ordersPath } from '#tests/testkit/shops'

/** contract/10-storefront#103-listings */
test.group('renewals of frozen licenses', () => {
  test('what remained at the freeze stays, beside what is bought, and alone after a reversal', async ({
    assert,
  }) => {
    const { merchant, token } = await createShop()
    const customer = await createCustomer(merchant)
    const { id: listingId } = await createListing(merchant, { kind: 'renewal', extendDays: 30 })
    const frozenAt = Date.now() - 60 * DAY
    const [{ id: targetLicenseId }] = await seedLicenses(merchant, 1, {
      ...{ status: 'ACTIVE', expirationMode: 'fixed', expiresAt: frozenAt + 20 * DAY },
      ...{ frozenAt, pausedSince: frozenAt },
    })
    await own(customer, targetLicenseId)
    const remaining = async () =>
      (await call('GET', `/v1/dashboard/licenses/${targetLicenseId}`, { token })).body.data.license
        .frozenDaysRemaining
    const path = ordersPath(merchant)
    const body = { listingId, email: customer.email, targetLicenseId }
    const { order } = (await call('POST', path, { token, body })).body.data
    assert.equal(order.state, 'fulfilled')
    assert.equal(await remaining(), 50)
    const back = await call('POST', `${path}/${order.id}/reverse`, { token, body: { reason: 'Refunded' } })
    assert.equal(back.status, 200)
    assert.equal(await remaining(), 20)
  })
})
