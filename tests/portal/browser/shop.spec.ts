import { test } from '@japa/runner'
import { accounts } from '#config/accounts'
import { portalPage } from '#config/portal'
import { call } from '#tests/testkit/api'
import { hasBrowser } from '#tests/testkit/browser'
import { seedLicenses } from '#tests/testkit/licenses'
import { own } from '#tests/testkit/end_users'
import { enterPortal, portalStage, portalTab } from '#tests/testkit/portal_stage'
import { connect, drain, tell } from '#tests/testkit/processors'
import { copyListing, createListing, createShop, ordersPath, shopPath } from '#tests/testkit/shops'
import { until } from '#tests/testkit/wait'
import { DAY } from '#kernel/time/millis'

const NO_BROWSER = 'there is no Chromium on this machine'
const PRICE = { amount: 1900, currency: 'EUR' }

async function shopStage() {
  const stage = await portalStage()
  await createShop(stage.merchant)
  return stage
}

test.group('the shop in the portal', (group) => {
  group.setup(() => {
    accounts.billingEnabled = true
    return () => void (accounts.billingEnabled = false)
  })

  test('something free is theirs at once, from the link of the page of the shop', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, endUser } = await shopStage()
    const listing = await createListing(merchant, {
      ...{ name: 'Thirty days', description: 'To try the editor.\nNo card is needed.' },
      terms: { expiresAfterDays: 30 },
    })
    const tab = await portalTab(browserContext, assert, merchant)
    const { page } = tab
    await page.goto(`${portalPage(merchant.orgId)}/shop/${listing.id}`)
    await enterPortal(tab, endUser.email)
    await page.getByRole('heading', { name: 'Thirty days', exact: true }).waitFor()
    await tab.sees('To try the editor.')
    await tab.isAccessible('an offer')
    await page.getByRole('button', { name: 'Get', exact: true }).click()
    await tab.says('It’s yours')
    await page.getByRole('heading', { name: 'Order 1', exact: true }).waitFor()
    await tab.isAccessible('an order')
    const { body } = await call('GET', ordersPath(merchant), { token: merchant.token })
    const [{ key }] = body.data.orders[0].licenses
    await page.getByRole('link', { name: key }).click()
    await page.waitForURL(/\/licenses\//)
    await tab.sees(key)

    // The listing is limited to one per person: the service refuses a second order.
    await page.getByRole('link', { name: 'Shop', exact: true }).click()
    await page.getByRole('link', { name: /Thirty days/ }).click()
    await page.getByRole('button', { name: 'Get', exact: true }).click()
    await page.getByRole('alert').waitFor()
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.getByRole('link', { name: /Thirty days/ }).waitFor()
    assert.equal(await page.getByRole('listitem').count(), 1)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('an offer behind the first 200 has its page, and one that is gone says so', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, endUser } = await shopStage()
    const first = await createListing(merchant)
    await copyListing(first.id, 200)
    const { id } = await createListing(merchant, { name: 'The last one' })
    const tab = await portalTab(browserContext, assert, merchant)
    const { page } = tab
    await tab.goTo(`/shop/${id}`)
    await enterPortal(tab, endUser.email)
    await page.getByRole('heading', { name: 'The last one', exact: true }).waitFor()
    const { token } = merchant
    await call('POST', `${shopPath(merchant)}/listings/${id}/unpublish`, { token })
    await page.reload()
    await tab.sees('This offer is no longer available')
  }).skip(!hasBrowser, NO_BROWSER)

  test('a license is renewed from its page, and keeps its key', async ({ assert, browserContext }) => {
    const { merchant, endUser } = await shopStage()
    const [{ id, key }] = await seedLicenses(merchant, 1, {
      expirationMode: 'fixed',
      expiresAt: Date.now() + 10 * DAY,
    })
    await own(endUser, id)
    await createListing(merchant, { name: 'A year more', kind: 'renewal', extendDays: 365 })
    await createListing(merchant, { name: 'Something new' })
    const tab = await portalTab(browserContext, assert, merchant)
    const { page } = tab
    await tab.goTo(`/licenses/${id}`)
    await enterPortal(tab, endUser.email)
    await page.getByRole('link', { name: 'Renew or upgrade' }).click()
    await tab.sees('Show everything')
    await tab.sees(key)
    assert.equal(await page.getByText('Something new').count(), 0)
    await page.getByRole('link', { name: /A year more/ }).click()
    const chosen = page.getByLabel('License', { exact: true })
    await chosen.and(page.locator(`:has(option[value="${id}"])`)).waitFor()
    assert.equal(await chosen.inputValue(), id)
    await page.getByRole('button', { name: 'Renew', exact: true }).click()
    await tab.sees('Your license has changed')
    await page.getByRole('link', { name: key }).click()
    await page.waitForURL(new RegExp(`/licenses/${id}$`))
    const { body } = await call('GET', `/v1/dashboard/licenses/${id}`, { token: merchant.token })
    assert.approximately(Date.parse(body.data.license.expiresAt), Date.now() + 375 * DAY, DAY)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('the oldest of 101 licenses is the one that is renewed, or asked about, from its page', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, endUser, license: oldest } = await portalStage({ tickets: true })
    await createShop(merchant)
    for (const { id } of await seedLicenses(merchant, 100)) await own(endUser, id)
    await createListing(merchant, { name: 'A year more', kind: 'renewal', extendDays: 365 })
    const tab = await portalTab(browserContext, assert, merchant)
    const { page } = tab
    await tab.goTo(`/licenses/${oldest.id}`)
    await enterPortal(tab, endUser.email)
    await page.getByRole('link', { name: 'Renew or upgrade' }).click()
    await tab.sees('Show everything')
    await tab.sees(oldest.key)
    await page.getByRole('link', { name: /A year more/ }).click()
    const chosen = (label: string) =>
      page.getByLabel(label, { exact: true }).locator('option:checked').innerText()
    const isChosen = (label: string) =>
      until('the oldest is chosen', async () => (await chosen(label)).endsWith(oldest.key))
    await isChosen('License')
    const { promise, resolve } = Promise.withResolvers<void>()
    const oldestOnly = `**/enduser/licenses/${oldest.id}`
    await page.route(oldestOnly, (route) => promise.then(() => route.continue()))
    await Promise.all([page.waitForRequest(oldestOnly), page.reload()])
    assert.equal(await chosen('License'), '')
    resolve()
    await isChosen('License')
    await tab.goTo(`/licenses/${oldest.id}`)
    await page.getByRole('link', { name: 'Get help' }).click()
    await isChosen('About')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('what is paid for leads to the payment, and is there once that has come', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, endUser } = await shopStage()
    const { id: processorId } = await connect(merchant)
    await tell(processorId, 'hello', {})
    const checkoutUrl = 'https://pay.example.com/year'
    await createListing(merchant, { name: 'One year', price: PRICE, checkoutUrl })
    const tab = await portalTab(browserContext, assert, merchant)
    const { page } = tab
    const paying = { contentType: 'text/html', body: '<title>Pay</title><h1>The page to pay</h1>' }
    await page.route(`${checkoutUrl}**`, (route) => route.fulfill(paying))
    await tab.goTo('/shop')
    await enterPortal(tab, endUser.email)
    await page.getByRole('link', { name: /One year.*EUR 19\.00/ }).click()
    await page.getByLabel('Quantity').fill('2')
    await page.getByRole('button', { name: 'Go to payment' }).click()
    await page.getByRole('heading', { name: 'The page to pay' }).waitFor()
    const orderId = new URL(page.url()).searchParams.get('order_id')!

    await tab.goTo(`/orders/${orderId}`)
    await tab.sees('waiting for your payment')
    const link = page.getByRole('link', { name: 'Go to payment' })
    assert.equal(await link.getAttribute('href'), `${checkoutUrl}?order_id=${orderId}`)
    const { email } = endUser
    await tell(processorId, 'purchase.paid', { ref: 'pay_1', orderId, customer: { email } })
    await drain()
    // The page polls without user action.
    await page.getByText('Done', { exact: true }).first().waitFor()
    await tab.sees('2 × One year')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('what is paid and waits for the merchant is not paid for again', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, endUser } = await shopStage()
    const { id: processorId } = await connect(merchant)
    await createListing(merchant, {
      ...{ name: 'A year more', kind: 'renewal', extendDays: 365, price: PRICE },
      ...{ checkoutUrl: 'https://pay.example.com/year', providerRefs: [{ processorId, ref: 'price_1' }] },
    })
    const { email } = endUser
    await tell(processorId, 'purchase.paid', { ref: 'pay_1', providerRef: 'price_1', customer: { email } })
    await drain()
    const tab = await portalTab(browserContext, assert, merchant)
    const { page } = tab
    await tab.goTo('/orders')
    await enterPortal(tab, email)
    await page.getByRole('link', { name: /A year more/ }).click()
    await tab.sees('Your payment has arrived.')
    assert.equal(await page.getByText('It expires').count(), 0)
    assert.equal(await page.getByRole('link', { name: 'Go to payment' }).count(), 0)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('what a person hands out waits for that person, who can say no', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, endUser } = await shopStage()
    await createListing(merchant, { name: 'For schools', fulfilment: 'manual' })
    const tab = await portalTab(browserContext, assert, merchant)
    const { page } = tab
    await tab.goTo('/shop')
    await enterPortal(tab, endUser.email)
    await page.getByRole('link', { name: /For schools/ }).click()
    await page.getByLabel('Note').fill('The school in the Main Street')
    await page.getByRole('button', { name: 'Order', exact: true }).click()
    await tab.sees('will process this order')
    await tab.sees('The school in the Main Street')
    const orderId = page.url().split('/').at(-1)!
    const { token } = merchant
    const reject = `${ordersPath(merchant)}/${orderId}/reject`
    assert.equal((await call('POST', reject, { token, body: { reason: 'No such school' } })).status, 200)
    await page.reload()
    await tab.sees('has rejected this order. Reason: No such school')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
