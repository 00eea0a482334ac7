import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { createMerchant } from '#tests/testkit/merchant'
import { connect, drain, tell } from '#tests/testkit/processors'
import { createListing, createShop, newSlug, ordersPath, shopPath } from '#tests/testkit/shops'

test.group('the storefront in the console', () => {
  test('a shop, a listing, an event that comes too early and is replayed, an order that is taken back', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    const dialog = page.getByRole('dialog')
    await tab.goTo(`/${merchant.orgId}/storefront/shop`)
    await tab.signIn(merchant.email)
    await page.getByLabel('Name', { exact: true }).fill('Editor shop')
    await page.getByLabel('URL name').fill('not a slug!')
    await page.getByRole('button', { name: 'Open shop' }).click()
    await page.getByRole('alert').first().waitFor()
    await page.getByLabel('URL name').fill(newSlug())
    await page.getByRole('button', { name: 'Open shop' }).click()
    await tab.says('Saved')
    await tab.isAccessible('shop')

    const processor = await connect(merchant)
    const sale = { ref: 'pay_1', providerRef: 'price_1', customer: { email: 'ada@example.net' } }
    await tell(processor.id, 'purchase.paid', { ...sale, amount: 1900, currency: 'EUR' })
    await drain()
    await tab.goTo(`/${merchant.orgId}/storefront/processors`)
    await page.getByRole('link', { name: 'standard' }).click()
    await tab.sees(processor.inboundUrl)
    await page.locator('.pill', { hasText: 'Ignored' }).waitFor()

    await tab.goTo(`/${merchant.orgId}/storefront/listings`)
    await page.getByRole('button', { name: 'New listing' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('One year')
    await dialog.getByLabel('Price', { exact: true }).fill('19.00')
    await dialog.getByLabel('Currency').fill('eur')
    await dialog.getByLabel('License duration, days').fill('365')
    await dialog.getByLabel('Processor price ids').fill(`${processor.id} price_1`)
    await tab.isAccessible('listing')
    await dialog.getByRole('button', { name: 'Create listing' }).click()
    await tab.sees('EUR 19.00')
    await page.getByRole('button', { name: 'Publish One year' }).click()
    await page.getByRole('button', { name: 'Hide One year' }).waitFor()
    const listings = await call('GET', `${shopPath(merchant)}/listings`, merchant)
    assert.containSubset(listings.body.data.listings[0], {
      price: { amount: 1900, currency: 'EUR' },
      terms: { expiresAfterDays: 365 },
      published: true,
    })

    await tab.goTo(`/${merchant.orgId}/storefront/processors/${processor.id}`)
    await page.getByRole('button', { name: /^Retry/ }).click()
    await tab.says('The event will be processed again')
    await drain()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('link', { name: 'View order' }).click()
    await page.locator('.pill', { hasText: 'Fulfilled' }).waitFor()
    await tab.isAccessible('order')

    await page.getByRole('button', { name: 'Reverse order' }).click()
    await dialog.getByLabel('Reason').fill('A mistake')
    await dialog.getByRole('button', { name: 'Reverse order' }).click()
    await page.locator('.pill', { hasText: 'Reversed' }).waitFor()
    const [order] = (await call('GET', ordersPath(merchant), merchant)).body.data.orders
    assert.containSubset(order, { state: 'reversed', source: 'event', reason: 'A mistake' })
    const license = await call('GET', `/v1/dashboard/licenses/${order.licenses[0].id}`, merchant)
    assert.equal(license.body.data.license.status, 'REVOKED')
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, 'there is no Chromium on this machine')

  test('a listing that is renamed keeps terms that the form does not show', async ({
    assert,
    browserContext,
  }) => {
    const { merchant } = await createShop()
    const terms = { expirationMode: 'fixed' as const, expiresAt: '2030-01-01T00:00:00.000Z' }
    const { id } = await createListing(merchant, { name: 'Until 2030', terms } as object)
    const path = `${shopPath(merchant)}/listings/${id}`
    const read = async () => (await call('GET', path, merchant)).body.data.listing
    const before = await read()
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/storefront/listings')
    const { page } = tab
    await page.getByRole('button', { name: 'Until 2030', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('To the end of 2029')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'To the end of 2029', exact: true }).waitFor()
    const { name, terms: kept } = await read()
    assert.equal(name, 'To the end of 2029')
    assert.equal(kept.expiresAt, terms.expiresAt)
    assert.deepEqual(kept, before.terms)
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')
})
