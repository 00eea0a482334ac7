import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'

test.group('the days of filters', () => {
  test('are those of the zone in which times are shown, however long they are', async ({
    assert,
    browser,
  }) => {
    const merchant = await createMerchant()
    const context = await browser.newContext({ timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' })
    const tab = await ConsoleTab.open(context, assert)
    /** The bounds that the list requests when it opens with a day on which clocks are put back. */
    const asked = async (open: () => Promise<void>) => {
      const request = tab.page.waitForRequest((one) => /\/licenses\?.*createdAfter/.test(one.url()))
      await open()
      const query = new URL((await request).url()).searchParams
      return [query.get('createdAfter'), query.get('createdBefore')]
    }
    const open = () => tab.goTo(`/${merchant.orgId}/licenses?from=2026-10-25&to=2026-10-25`)
    await open()
    const local = await asked(() => tab.signIn(merchant.email))
    assert.deepEqual(local, ['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'])

    await tab.goTo(`/${merchant.orgId}/settings/you`)
    const stored = tab.page.waitForResponse((one) => one.request().method() === 'PUT' && one.ok())
    await tab.page.getByLabel('Time zone').selectOption('utc')
    await stored
    assert.deepEqual(await asked(open), ['2026-10-25T00:00:00.000Z', '2026-10-26T00:00:00.000Z'])
    tab.isClean()
    await context.close()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')

  test('are none where the address has a day that no calendar of the service has', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const [license] = await seedLicenses(merchant, 1)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/licenses?to=%2B275760-09-13')
    await tab.sees(license.key)
    await tab.goTo(`/${merchant.orgId}/licenses?from=0000-01-01&expires=9999-12-31`)
    await tab.sees('No licenses match')
    for (const [address, text] of [
      ['/audit?since=0000-01-01&until=%2B275760-09-13', 'product.created'],
      ['/webhooks?tab=deliveries&since=0000-01-01&until=%2B275760-09-13', 'No deliveries'],
    ]) {
      await tab.goTo(`/${merchant.orgId}${address}`)
      await tab.sees(text)
    }
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')

  test('that a form takes have years of four digits', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const keys = `/products/${merchant.productId}?tab=keys`
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, keys)
    const { page } = tab
    await page.getByRole('button', { name: 'New API key' }).click()
    await page.getByLabel('Name').fill('Desktop app')
    await page.getByLabel('license:read', { exact: true }).check()
    await page.getByLabel('Last day').fill('12026-01-01')
    await page.getByRole('button', { name: 'Create API key' }).click()
    await page.locator('input:invalid:focus').waitFor()
    const made = await call('GET', `/v1/dashboard/products/${merchant.productId}/api-keys`, merchant)
    assert.lengthOf(made.body.data.apiKeys, 0)
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')
})
