import { test } from '@japa/runner'
import GrantAdmin from '#accounts/actions/grant_admin'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { createCustomer } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'

const NO_BROWSER = 'there is no Chromium on this machine'
const FORBIDDEN = { status: 403, json: { error: { code: 'FORBIDDEN', message: 'Not today' } } }

test.group('a search in the console', () => {
  test('takes no more text than the service does', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    await new GrantAdmin().execute(merchant.email, true)
    await seedLicenses(merchant, 1)
    await createCustomer(merchant)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/licenses')
    const { page } = tab
    await page.getByRole('row').nth(1).waitFor()
    for (const [address, label, most, none] of [
      [`/${merchant.orgId}/licenses`, 'Part of a license key', 128, 'No licenses match'],
      [`/${merchant.orgId}/end-users`, 'Email, name or ID', 254, 'No end users match'],
      [`/${merchant.orgId}/tickets`, 'Subject or number', 200, 'No tickets match'],
      [`/${merchant.orgId}/audit`, 'Action', 100, 'No entries match'],
      ['/admin', 'Name, owner or ID', 254, 'No organisations match'],
      ['/admin/users', 'Email or name', 254, 'No users match'],
    ] as const) {
      await tab.goTo(address)
      const field = page.getByLabel(label, { exact: true })
      await field.click()
      await page.keyboard.insertText('x'.repeat(3000))
      assert.lengthOf(await field.inputValue(), most, label)
      await page.keyboard.press('Enter')
      await tab.sees(none)
    }
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('that the service refuses says so, and not that there is nothing', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const [license] = await seedLicenses(merchant, 1)
    const ada = await createCustomer(merchant)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, `/end-users/${ada.id}`)
    const { page } = tab
    const dialog = page.getByRole('dialog')
    const refuse = (address: RegExp) => page.route(address, (route) => route.fulfill(FORBIDDEN))
    await page.getByRole('button', { name: 'More actions' }).waitFor()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('combobox').and(page.locator(':focus'))
    await palette.waitFor()
    await page.keyboard.insertText('x'.repeat(3000))
    await dialog.getByText('No results').waitFor()
    await refuse(/\/licenses\?/)
    await palette.fill(license.key)
    await dialog.getByRole('alert').getByText('Not today').waitFor()
    assert.equal(await dialog.getByText('No results').count(), 0)
    await tab.isAccessible('a refused search')
    await page.unroute(/\/licenses\?/)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByRole('option', { name: license.key }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await refuse(/\/end-users\?/)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Merge another end user into this one' }).click()
    await dialog.getByLabel('Find the other end user').fill('somebody')
    await dialog.getByRole('alert').getByText('Not today').waitFor()
    await page.unroute(/\/end-users\?/)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByText('No results.').waitFor()
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
