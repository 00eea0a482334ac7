import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { lowered } from '#tests/testkit/limits'
import { createMerchant } from '#tests/testkit/merchant'
import { until } from '#tests/testkit/wait'

const NO_BROWSER = 'there is no Chromium on this machine'
const FILE = { name: 'new.csv', mimeType: 'text/csv', buffer: Buffer.from('key\nAAA-1\n') }

/** Makes the rate limit refuse the next request to an address, with a wait of two seconds. */
async function limitOnce(page: Page, address: RegExp) {
  let refused = false
  await page.route(address, async (route) => {
    if (refused) return route.continue()
    refused = true
    await route.fulfill({
      status: 429,
      headers: { 'retry-after': '2' },
      json: { error: { code: 'RATE_LIMITED', message: 'Too many requests' } },
    })
  })
}

test.group('a console that is kept waiting', () => {
  test('says so before its first page is there', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/licenses')
    await tab.sees('No licenses yet')
    await limitOnce(tab.page, /\/dashboard\/me$/)
    await tab.page.reload()
    await tab.sees('The service is limiting requests. Waiting')
    // What is read out again whenever it changes holds no seconds.
    assert.notMatch(await tab.page.locator('.banners').ariaSnapshot(), /\d/)
    await tab.isAccessible('a limit at the start')
    await tab.sees('No licenses yet')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('waits out the limit that the renewal of its session meets', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/licenses')
    await tab.sees('No licenses yet')
    for (const name of ['latchkey_access', 'latchkey_renewed']) await browserContext.clearCookies({ name })
    await limitOnce(tab.page, /\/auth\/refresh$/)
    await tab.page.getByRole('link', { name: 'Products' }).click()
    await tab.sees('The service is limiting requests. Waiting')
    await tab.page.getByRole('heading', { name: 'Products' }).waitFor()
    await tab.hasLoaded()
    assert.equal(await tab.page.getByRole('alert').count(), 0)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('renews its session although the clock of the machine was set back', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/licenses')
    await tab.sees('No licenses yet')
    await browserContext.clearCookies({ name: 'latchkey_access' })
    await tab.page.evaluate(
      `document.cookie = 'latchkey_renewed=' + (Date.now() + 3600_000) + '; path=/console'`
    )
    await tab.page.getByRole('link', { name: 'Products' }).click()
    await tab.page.getByRole('link', { name: 'Editor' }).waitFor()
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('keeps the file that was chosen when its session ends', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/import')
    await tab.page.getByLabel('File').setInputFiles(FILE)
    assert.equal(
      await tab.page.getByLabel('File').inputValue(),
      '',
      'it can be chosen again once it is repaired'
    )
    await tab.page.getByLabel('Product').selectOption(merchant.productId)
    await browserContext.clearCookies()
    await tab.page.getByRole('button', { name: 'Run check' }).click()
    await tab.sees('Your session has expired')
    await tab.page.getByLabel('Password').fill('correct horse battery')
    await tab.page.getByRole('button', { name: 'Sign in' }).click()
    await tab.sees('Result of the check')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('asks for the session once where it is over, and not again and again', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.open(browserContext, assert)
    await tab.page.route(/\/operations\/stream$/, (route) => route.fulfill({ status: 401, json: {} }))
    await tab.goTo(`/${merchant.orgId}/products`)
    await tab.signIn(merchant.email)
    await tab.page.getByRole('heading', { name: 'Products' }).waitFor()
    await browserContext.clearCookies()
    const renewals: string[] = []
    tab.page.on('request', (request) => {
      if (request.url().endsWith('/auth/refresh')) renewals.push(request.url())
    })
    await tab.sees('Your session has expired')
    await tab.page.waitForTimeout(7000)
    assert.lengthOf(renewals, 1)
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, NO_BROWSER)

  test('opens a page and a dialog once the service can be reached again', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/team')
    const { page } = tab
    await tab.sees(merchant.email)
    await browserContext.setOffline(true)
    await page.getByRole('link', { name: 'Licenses' }).click()
    await tab.sees('The service cannot be reached. Retrying.')
    assert.equal(await page.getByRole('heading', { name: 'Team' }).count(), 1)
    await browserContext.setOffline(false)
    await tab.sees('No licenses yet')
    await page.getByText('The service cannot be reached').waitFor({ state: 'detached' })
    await page.reload()
    await tab.sees('No licenses yet')
    await browserContext.setOffline(true)
    await page.getByRole('button', { name: 'New license' }).first().click()
    await tab.sees('The service cannot be reached. Retrying.')
    await browserContext.setOffline(false)
    await page.getByRole('dialog', { name: 'New licenses' }).waitFor()
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, NO_BROWSER)

  test('does not lose the click whose press fetches code that cannot be had', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/licenses')
    const { page } = tab
    await tab.sees('No licenses yet')
    await page.reload()
    await tab.sees('No licenses yet')
    await page.getByRole('button', { name: 'New license' }).first().hover()
    await browserContext.setOffline(true)
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.js'))
    await page.mouse.down()
    await failed
    // Fails after everything that the page asked for because of that failure.
    await page.evaluate('fetch(location.href).catch(() => null)')
    await page.mouse.up()
    await tab.sees('The service cannot be reached. Retrying.')
    await browserContext.setOffline(false)
    await page.getByRole('dialog', { name: 'New licenses' }).waitFor()
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, NO_BROWSER)

  test('does not say that it tries again once it has given up, or the page that asked is left', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/products')
    const { page } = tab
    const banner = page.getByText('The service cannot be reached. Retrying.')
    const endsInTime = () =>
      until('the banner is gone', async () => {
        await page.clock.runFor(1000)
        return (await banner.count()) === 0
      })
    await page.getByRole('link', { name: 'Editor' }).click()
    const form = page.getByRole('form', { name: 'Policy' })
    await form.waitFor()
    await page.clock.install()
    await page.route(/\/members/, (route) => route.abort())
    await page.getByRole('link', { name: 'Team' }).click()
    await banner.waitFor()
    await page.goBack()
    await form.waitFor()
    await endsInTime()

    await page.route(/\/dashboard\/products\//, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue()
    )
    await form.getByLabel('Name').fill('Another')
    await form.getByLabel('Name').press('Enter')
    await banner.waitFor()
    await endsInTime()
    await form.getByText('The service cannot be reached').waitFor()
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, NO_BROWSER)

  test('is not kept for a day: a long limit is an error at its form, and the other pages go on', async ({
    assert,
    browserContext,
  }) => {
    const [merchant, guest] = [await createMerchant(), await createMerchant()]
    const path = `/v1/dashboard/orgs/${merchant.orgId}/invites`
    await call('POST', path, { ...merchant, body: { email: guest.email, role: 'MEMBER' } })
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/team')
    const { page } = tab
    await page.getByRole('button', { name: `Revoke the invitation of ${guest.email}` }).click()
    await page.getByRole('region', { name: 'Invited' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Invite' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email').fill(guest.email)
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await dialog.getByRole('alert').getByText('got an invite within the last day: retry tomorrow').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('link', { name: 'Products' }).click()
    await page.getByRole('link', { name: 'Editor' }).waitFor()
    assert.equal(await page.getByText('The service is limiting requests').count(), 0)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('does not wait at the sign-in after too many tries', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    using _ = lowered({ loginPer15Minutes: 1 })
    const tab = await ConsoleTab.open(browserContext, assert)
    await tab.goTo('/sign-in')
    for (const password of ['one', 'two']) {
      await tab.signIn(merchant.email, password)
      await tab.page.getByRole('alert').waitFor()
    }
    await tab.sees(/too many/i)
    await tab.isAccessible('too many tries')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
