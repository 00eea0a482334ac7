import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { createCustomer, own } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { createListing, createShop, ordersPath } from '#tests/testkit/shops'

const NO_BROWSER = 'there is no Chromium on this machine'

/** Waits until the page of a license shows its status. */
const showsStatus = (page: Page, status: string) =>
  page.getByRole('main').locator('.pill', { hasText: status }).first().waitFor()

test.group('what a write in the console changes on other pages', () => {
  test('a reversed order is seen on the page of its license', async ({ assert, browserContext }) => {
    const { merchant } = await createShop()
    const customer = await createCustomer(merchant)
    const { id: listingId } = await createListing(merchant)
    const body = { listingId, endUserId: customer.id }
    const { order } = (await call('POST', ordersPath(merchant), { ...merchant, body })).body.data
    const [{ id, key }] = order.licenses
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, `/licenses/${id}`)
    const { page } = tab
    await showsStatus(page, 'Active')
    await page.getByRole('link', { name: 'Storefront' }).click()
    await page.getByRole('link', { name: order.number }).click()
    await page.getByRole('button', { name: 'Reverse order' }).click()
    await page.getByLabel('Reason').fill('A mistake')
    await page.getByRole('dialog').getByRole('button', { name: 'Reverse order' }).click()
    await showsStatus(page, 'Reversed')
    await page.getByRole('link', { name: key }).click()
    await page.getByRole('heading', { name: key }).waitFor()
    await showsStatus(page, 'Revoked')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('the page of a license leads to its owner, also after a change', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const [{ id, key }] = await seedLicenses(merchant, 1)
    const customer = await createCustomer(merchant)
    await own(customer, id)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, `/licenses/${id}`)
    const { page } = tab
    const owner = page.getByRole('main').getByRole('link', { name: customer.email })
    await owner.waitFor()
    await page.getByRole('button', { name: 'Freeze' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Freeze' }).click()
    await tab.says('Frozen')
    await owner.click()
    await page.getByRole('heading', { name: customer.email }).waitFor()
    await page.getByRole('link', { name: key }).waitFor()
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('an erasure that revokes licenses is seen on their pages', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const [{ id, key }] = await seedLicenses(merchant, 1)
    const customer = await createCustomer(merchant)
    await own(customer, id)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, `/licenses/${id}`)
    const { page } = tab
    await showsStatus(page, 'Active')
    await page.getByRole('link', { name: 'End users' }).click()
    await page.getByRole('link', { name: customer.email }).click()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Erase' }).click()
    await page.getByLabel('Their licenses').selectOption('revoke')
    await page.getByLabel(`Type “${customer.email}”`).fill(customer.email)
    await page.getByRole('button', { name: 'Erase', exact: true }).click()
    await tab.says('Erased')
    await page.getByRole('link', { name: 'Licenses', exact: true }).click()
    await page.getByRole('link', { name: key }).click()
    await page.getByRole('heading', { name: key }).waitFor()
    await showsStatus(page, 'Revoked')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('other metadata and another policy of a license are in its timeline', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const [{ id }] = await seedLicenses(merchant, 1)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, `/licenses/${id}?tab=timeline`)
    const { page } = tab
    const dialog = page.getByRole('dialog')
    const events = page.locator('.timeline > li')
    const [timeline, details] = ['Timeline', 'Details'].map((name) => page.getByRole('link', { name }))
    await events.first().waitFor()
    const before = await events.count()
    await details.click()
    await page.getByRole('button', { name: 'Edit metadata' }).click()
    await dialog.getByLabel('Name 1').fill('plan')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await tab.says('Saved')
    await timeline.click()
    await events.nth(before).waitFor()
    await details.click()
    await page.getByRole('button', { name: 'Edit tier and policy' }).click()
    await dialog.getByLabel('Concurrent sessions').fill('2')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await tab.says('Saved')
    await timeline.click()
    await events.nth(before + 1).waitFor()
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
