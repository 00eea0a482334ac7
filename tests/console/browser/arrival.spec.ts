import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser, writesOf } from '#tests/testkit/browser'
import { seedLicenses } from '#tests/testkit/licenses'
import { mailedToken } from '#tests/testkit/mails'
import { createMerchant } from '#tests/testkit/merchant'
import { until } from '#tests/testkit/wait'

const NO_BROWSER = 'there is no Chromium on this machine'
const FOCUSED = 'document.activeElement.localName'

test.group('going from page to page', () => {
  test('begins at the start of each, and names it in the tab', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const [license] = await seedLicenses(merchant, 3)
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    const arrives = (title: string) =>
      until(
        title,
        async () => (await page.title()).startsWith(title) && (await page.evaluate(FOCUSED)) === 'main'
      )
    await tab.goTo(`/${merchant.orgId}`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.equal(await page.title(), 'Sign in · Latchkey')
    await tab.signIn(merchant.email)
    await page.getByRole('link', { name: 'Products' }).click()
    await arrives('Products · ')
    await page.keyboard.press('g')
    await page.keyboard.press('l')
    await page.getByRole('row').nth(2).waitFor()
    await arrives('Licenses · ')
    await page.getByRole('link', { name: license.key }).click()
    await page.getByRole('heading', { name: license.key }).waitFor()
    await arrives('Licenses · ')
    await page.getByRole('button', { name: 'Freeze', exact: true }).click()
    await page.getByLabel('Reason').and(page.locator(':focus')).waitFor()
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('a sign-in that has to wait says so', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.open(browserContext, assert)
    await tab.page.route(/\/auth\/login$/, (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '45' },
        json: { error: { code: 'RATE_LIMITED', message: 'Too many attempts' } },
      })
    )
    await tab.goTo('/sign-in')
    await tab.signIn(merchant.email)
    await tab.sees('The service is limiting requests. Waiting')
    await tab.isAccessible('a sign-in that has to wait')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('a limit of a proxy that names no seconds is a refusal', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.open(browserContext, assert)
    let asked = 0
    await tab.page.route(/\/auth\/login$/, async (route) => {
      asked++
      await route.fulfill({
        status: 429,
        headers: { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' },
        body: '',
      })
    })
    await tab.goTo('/sign-in')
    await tab.signIn(merchant.email)
    await tab.page.getByRole('alert').waitFor()
    assert.equal(asked, 1)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('a sign-up whose cookies the browser drops says so', async ({ assert, browserContext }) => {
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    // As over plain HTTP, where a browser drops the cookies of a service in production.
    await page.route(/\/v1\/auth\/register$/, (route) =>
      route.fulfill({ status: 201, json: { ok: true, data: { user: {} } } })
    )
    await tab.goTo('/sign-up')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password').fill('a long enough password')
    await page.getByRole('button', { name: 'Create account' }).click()
    await tab.sees('The browser did not keep the session')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('an address with an id that is none says that no page is there', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/licenses/abc')
    await tab.page.getByRole('heading', { name: 'Page not found' }).waitFor()
    assert.equal(await tab.page.getByRole('button', { name: 'Try again' }).count(), 0)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('a link that has lost its token says so', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.open(browserContext, assert)
    await tab.goTo('/verify-email')
    await tab.sees('This link is incomplete')
    await tab.isAccessible('a link without its token')
    await tab.goTo('/reset-password?token=')
    await tab.sees('This link is incomplete')
    await tab.goTo('/sign-in?to=/invite')
    await tab.signIn(merchant.email)
    await tab.page.getByRole('heading', { name: 'Join the team' }).waitFor()
    await tab.sees('This link is incomplete')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('the link of a verification mail confirms the address, once', async ({ assert, browserContext }) => {
    const email = `${newId()}@example.com`
    await call('POST', '/v1/auth/register', { body: { email, password: 'correct horse battery' } })
    const token = await mailedToken(email, 'Confirm')
    const tab = await ConsoleTab.open(browserContext, assert)
    const sent = writesOf(tab.page)
    await tab.goTo(`/verify-email?token=${token}`)
    await tab.sees('Your email address is confirmed.')
    await tab.page.waitForLoadState('networkidle')
    assert.lengthOf(await sent(), 1)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
