import { test } from '@japa/runner'
import { ConsoleTab, FOCUS, hasBrowser } from '#tests/testkit/browser'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { until } from '#tests/testkit/wait'

const NO_BROWSER = 'there is no Chromium on this machine'

test.group('the dialog with the keys of new licenses', () => {
  test('has the focus, keeps it, and gives it back', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, 1)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/licenses')
    const { page } = tab
    const dialog = page.getByRole('dialog')
    await page.getByRole('row').nth(1).waitFor()
    const focusIsOn = (what: string) =>
      until(`the focus is on ${what}`, async () => (await page.evaluate<string>(FOCUS)).startsWith(what))
    const opens = async (opener: string, press: string) => {
      await page.keyboard.press(press)
      await dialog.getByLabel('Quantity').fill('2')
      await page.keyboard.press('Enter')
      await dialog.getByRole('heading', { name: '2 licenses created' }).waitFor()
      await focusIsOn('button Done')
      await page.keyboard.press('Tab')
      await dialog.locator(':focus').waitFor()
      await dialog.getByRole('button', { name: 'Done' }).focus()
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await focusIsOn(opener)
      assert.match(page.url(), /\/licenses$/)
    }
    await page.getByRole('grid').focus()
    await opens('grid', 'n')
    await page.getByRole('button', { name: 'New license' }).focus()
    await opens('button New license', 'Enter')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
