import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { createMerchant } from '#tests/testkit/merchant'

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
  }).skip(!hasBrowser, 'there is no Chromium on this machine')
})
