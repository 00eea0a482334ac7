import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { createCustomer } from '#tests/testkit/end_users'
import { createMerchant } from '#tests/testkit/merchant'
import { createListing, createShop, ordersPath } from '#tests/testkit/shops'
import { createTicket } from '#tests/testkit/tickets'

const NO_BROWSER = 'there is no Chromium on this machine'

async function open(...[context, assert]: Parameters<typeof ConsoleTab.open>) {
  const merchant = await createMerchant()
  const asOther = async (method: string, path: string, body?: object) =>
    (await call(method, path, { ...merchant, body })).body.data
  const show = async (place: string, action: string) => {
    const tab = await ConsoleTab.signedIn(context, assert, merchant, place)
    await tab.page.getByRole('button', { name: action, exact: true }).waitFor()
    const pill = (text: string) => tab.page.locator('.page-head .pill', { hasText: text }).waitFor()
    return { tab, page: tab.page, dialog: tab.page.getByRole('dialog'), pill }
  }
  return { merchant, asOther, show }
}

test.group('a page whose action is refused because of what somebody else has done', () => {
  test('shows the order as it is now', async ({ assert, browserContext }) => {
    const { merchant, asOther, show } = await open(browserContext, assert)
    await createShop(merchant)
    const { id: listingId } = await createListing(merchant, { fulfilment: 'manual' })
    const { id: endUserId } = await createCustomer(merchant)
    const { order } = await asOther('POST', ordersPath(merchant), { listingId, endUserId })
    const { tab, page, pill } = await show(`/storefront/orders/${order.id}`, 'Fulfil')
    await asOther('POST', `${ordersPath(merchant)}/${order.id}/reject`, { reason: 'No stock' })
    await page.getByRole('button', { name: 'Fulfil' }).click()
    await page.locator('.toast').waitFor()
    await pill('Rejected')
    assert.equal(await page.getByRole('button', { name: 'Fulfil' }).count(), 0)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('tells that the release is gone', async ({ assert, browserContext }) => {
    const { merchant, asOther, show } = await open(browserContext, assert)
    const path = `products/${merchant.productId}/releases`
    const { release } = await asOther('POST', `/v1/dashboard/${path}`, { version: '1.0.0' })
    const { tab, page, dialog } = await show(`/${path}/${release.id}`, 'Publish')
    await page.getByRole('button', { name: 'Publish' }).click()
    await asOther('DELETE', `/v1/dashboard/${path}/${release.id}`)
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await tab.sees('Not found, or you do not have access')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('shows the ticket as it is now', async ({ assert, browserContext }) => {
    const { merchant, asOther, show } = await open(browserContext, assert)
    const { id: endUserId } = await createCustomer(merchant, { tickets: true })
    const id = await createTicket({ orgId: merchant.orgId, endUserId })
    const { tab, page, pill } = await show(`/tickets/${id}`, 'Send reply')
    await page.getByRole('textbox', { name: 'Reply' }).fill('Hello')
    await asOther('POST', `/v1/dashboard/tickets/${id}/close`)
    await page.getByRole('button', { name: 'Send reply' }).click()
    await pill('Closed')
    await tab.sees('This ticket is closed')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('tells that the end user is gone', async ({ assert, browserContext }) => {
    const { merchant, asOther, show } = await open(browserContext, assert)
    const { id } = await createCustomer(merchant)
    const { tab, page, dialog } = await show(`/end-users/${id}`, 'Ban')
    await page.getByRole('button', { name: 'Ban' }).click()
    await dialog.waitFor()
    await asOther('DELETE', `/v1/dashboard/orgs/${merchant.orgId}/end-users/${id}?licenses=delete`)
    await dialog.getByRole('button', { name: 'Ban' }).click()
    await page.locator('.pill', { hasText: 'Erased' }).waitFor()
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
