import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { mailsTo } from '#tests/testkit/mails'
import { createMerchant, PASSWORD } from '#tests/testkit/merchant'
import { totpCode } from '#tests/testkit/totp'
import { until } from '#tests/testkit/wait'

const NO_BROWSER = 'there is no Chromium on this machine'
const PREFERENCES = '/v1/dashboard/me/preferences'

test.group('settings of the console', () => {
  test('how it looks goes with whoever signs in, and leaves alone what others keep', async ({
    assert,
    browser,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    await call('PUT', PREFERENCES, { ...merchant, body: { preferences: { other: { kept: 1 } } } })
    const stored = async () => (await call('GET', PREFERENCES, merchant)).body.data.preferences
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/settings/you')
    await tab.page.getByLabel('Theme', { exact: true }).selectOption('dark')
    await tab.page.getByLabel('Row height', { exact: true }).selectOption('compact')
    await until('they are stored', async () => (await stored()).console?.density === 'compact')
    assert.containSubset(await stored(), { other: { kept: 1 }, console: { theme: 'dark', zone: 'local' } })
    tab.isClean()

    const elsewhere = await browser.newContext()
    const second = await ConsoleTab.signedIn(elsewhere, assert, merchant, '/settings/you')
    await second.page.locator('html[data-theme=dark][data-density=compact]').waitFor({ state: 'attached' })
    assert.equal(await second.page.getByLabel('Row height', { exact: true }).inputValue(), 'compact')
    second.isClean()
    await elsewhere.close()
  }).skip(!hasBrowser, NO_BROWSER)

  test('a choice stays that is made while the one before is being stored', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const stored = async () => (await call('GET', PREFERENCES, merchant)).body.data.preferences.console
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/settings/you')
    const { page } = tab
    const theme = page.getByLabel('Theme', { exact: true })
    const { promise: chosen, resolve: choose } = Promise.withResolvers<void>()
    const sent: string[] = []
    await page.route(`**${PREFERENCES}`, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      const response = await route.fetch()
      sent.push(route.request().postDataJSON().preferences.console.theme)
      if (sent.length === 1) await chosen
      await route.fulfill({ response })
    })
    await theme.selectOption('dark')
    await until('it is being stored', () => sent.length === 1)
    await theme.selectOption('light')
    choose()
    await until('the second is stored too', () => sent.length === 2)
    assert.deepEqual(sent, ['dark', 'light'])
    assert.equal((await stored()).theme, 'light')
    await page.locator('html[data-theme=light]').waitFor({ state: 'attached' })
    assert.equal(await theme.inputValue(), 'light')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('how it looks changes in the other tabs too', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/settings/you')
    await tab.page.getByLabel('Theme', { exact: true }).waitFor()
    const second = await ConsoleTab.open(browserContext, assert)
    await second.goTo(`/${merchant.orgId}/settings/you`)
    const zone = second.page.getByLabel('Time zone')
    await zone.waitFor()
    await second.hasLoaded()
    await tab.page.getByLabel('Theme', { exact: true }).selectOption('dark')
    await tab.page.getByLabel('Time zone').selectOption('utc')
    await second.page.locator('html[data-theme=dark]').waitFor({ state: 'attached' })
    await until('the time zone follows', async () => (await zone.inputValue()) === 'utc')
    tab.isClean()
    second.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('the second factor is turned on, gets other backup codes, and is turned off', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await tab.goTo(`/${merchant.orgId}/settings/you`)
    await tab.signIn(merchant.email)
    await press('Turn on')
    const dialog = page.getByRole('dialog')
    const secret = (await dialog.locator('p.mono').textContent())!
    await tab.isAccessible('turn on the second factor')
    await page.getByLabel('Code', { exact: true }).fill(await totpCode(secret))
    await dialog.getByRole('button', { name: 'Turn on', exact: true }).click()
    const [first] = (await tab.storesSecret()).split(' ')

    await press('New backup codes')
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await press('Generate new codes')
    await page.getByRole('alert').waitFor()
    await tab.isAccessible('new backup codes')
    await page.getByLabel('Code', { exact: true }).fill(first)
    await press('Generate new codes')
    const [second] = (await tab.storesSecret()).split(' ')
    assert.notEqual(second, first)

    await press('Turn off')
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Code', { exact: true }).fill(first)
    await dialog.getByRole('button', { name: 'Turn off', exact: true }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Code', { exact: true }).fill(second)
    await dialog.getByRole('button', { name: 'Turn off', exact: true }).click()
    await tab.sees('Off: signing in requires only your password.')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('an address that is not confirmed gets its mail again', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    await db.rawQuery('update users set email_verified_at = null where email = ?', [merchant.email])
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/settings/you')
    await tab.page.getByRole('button', { name: 'Resend the link' }).click()
    await tab.says('The email is on its way')
    const [mail] = await mailsTo(merchant.email)
    assert.include(mail.text, '/verify-email')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('an org is named anew, and deleted once it has no products', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    await call('POST', '/v1/dashboard/orgs', { ...merchant, body: { name: 'Spare' } })
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/settings')
    const { page } = tab
    await page.getByLabel('Name').fill('Acme')
    await page.getByRole('button', { name: 'Save' }).click()
    await tab.says('Saved')
    await page.getByRole('region', { name: 'Plan' }).getByText('free').waitFor()

    const remove = async () => {
      await page.getByRole('button', { name: 'Delete organisation' }).click()
      await page.getByLabel('Type “Acme”').fill('Acme')
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
    }
    await remove()
    await page.getByRole('alert').waitFor()
    await tab.isAccessible('delete org')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await call('DELETE', `/v1/dashboard/products/${merchant.productId}`, merchant)
    await remove()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await page.getByRole('button', { name: 'Spare' }).waitFor()
    assert.notInclude(page.url(), merchant.orgId)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
