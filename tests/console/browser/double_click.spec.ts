import { test } from '@japa/runner'
import type { Locator, Page } from 'playwright'
import { newId } from '#kernel/secrets/ids'
import { RETRY_DELAYS } from '#webhooks/rules/retry_schedule'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser, writesOf } from '#tests/testkit/browser'
import { createMerchant } from '#tests/testkit/merchant'
import { connect } from '#tests/testkit/processors'
import { createListing, createShop, shopPath } from '#tests/testkit/shops'
import { openReceiver, status } from '#tests/testkit/receiver'
import { createEndpoint, emit, manualEngine } from '#tests/testkit/webhooks'

const NO_BROWSER = 'there is no Chromium on this machine'

/**
 * Clicks on `button`, and a second time as a double click does once `after` is in its place. Returns the writes that were
 * sent.
 */
async function clickTwice(page: Page, button: Locator, after: Locator) {
  const sent = writesOf(page)
  const { x, y, width, height } = (await button.boundingBox())!
  await page.mouse.click(x + width / 2, y + height / 2)
  await after.waitFor()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  return sent()
}

test.group('a double click in the console', () => {
  test('removes one entry, not the entry that takes its place too', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const path = `/v1/dashboard/blacklists/products/${merchant.productId}`
    const entries = ['one', 'two', 'three'].map((value) => ({ type: 'HWID', value }))
    await call('POST', `${path}/bulk`, { ...merchant, body: { entries } })
    const address = `/products/${merchant.productId}?tab=blacklist`
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, address)
    const { page } = tab
    const remove = page.getByRole('button', { name: /^Remove / })
    await remove.nth(2).waitFor()
    const { x, y, width, height } = (await remove.first().boundingBox())!
    const name = await remove.first().getAttribute('aria-label')
    await page.mouse.click(x + width / 2, y + height / 2)
    await page.getByRole('button', { name: name!, exact: true }).waitFor({ state: 'detached' })
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await page.waitForLoadState('networkidle')
    const left = async () => (await call('GET', path, merchant)).body.data.entries.length
    assert.equal(await left(), 2)
    // A click that is none of a double click still removes the entry.
    await remove.first().click()
    await tab.sees('Add to the blacklist')
    await remove.nth(1).waitFor({ state: 'detached' })
    assert.equal(await left(), 1)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('hides a listing and pauses a processor, and takes neither back', async ({
    assert,
    browserContext,
  }) => {
    const { merchant } = await createShop()
    await createListing(merchant)
    const processor = await connect(merchant)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/storefront/listings')
    const { page } = tab
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const isPublished = async () =>
      (await call('GET', `${shopPath(merchant)}/listings`, merchant)).body.data.listings[0].published
    await button('Hide One year').waitFor()
    const hidden = await clickTwice(page, button('Hide One year'), button('Publish One year'))
    assert.lengthOf(hidden, 1)
    assert.isFalse(await isPublished())
    // A later click takes it back.
    await button('Publish One year').click()
    await button('Hide One year').waitFor()
    assert.isTrue(await isPublished())

    await tab.goTo(`/${merchant.orgId}/storefront/processors/${processor.id}`)
    await button('Pause').waitFor()
    assert.lengthOf(await clickTwice(page, button('Pause'), button('Resume')), 1)
    const { processors } = (await call('GET', `${shopPath(merchant)}/processors`, merchant)).body.data
    assert.equal(processors[0].state, 'paused')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('counts deliveries and sends none', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    await using receiver = await openReceiver(status(500))
    await using worker = manualEngine()
    const { id } = await createEndpoint(merchant, { url: receiver.url })
    await emit(merchant, 'license.updated', [{ licenseId: newId() }])
    await worker.run()
    for (const seconds of RETRY_DELAYS) {
      worker.clock.now += seconds * 1000
      await worker.run()
    }
    const address = `/webhooks/${merchant.productId}/${id}`
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, address)
    const { page } = tab
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Redeliver failed events' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Since').fill('2020-01-01T00:00')
    const counted = dialog.getByRole('button', { name: 'Redeliver 1 delivery' })
    const count = dialog.getByRole('button', { name: 'Count' })
    assert.lengthOf(await clickTwice(page, count, counted), 1)
    await counted.click()
    await tab.says('1 delivery on the way')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
