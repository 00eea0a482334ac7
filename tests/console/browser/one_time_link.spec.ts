import { test } from '@japa/runner'
import { ConsoleTab, FOCUS, hasBrowser } from '#tests/testkit/browser'
import { createCustomer } from '#tests/testkit/end_users'
import { createMerchant } from '#tests/testkit/merchant'
import { until } from '#tests/testkit/wait'

test.group('a one-time link in the console', () => {
  test('is shown, also if its form was closed before the answer', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const { id } = await createCustomer(merchant)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, `/end-users/${id}`)
    const { page } = tab
    const dialog = page.getByRole('dialog')
    const more = page.getByRole('button', { name: 'More actions' })
    const open = async () => {
      await more.click()
      await page.getByRole('menuitem', { name: 'Create one-time link' }).click()
      await dialog.getByRole('button', { name: 'Create link' }).waitFor()
    }
    const { promise: closed, resolve: close } = Promise.withResolvers<void>()
    const asked = page.waitForRequest(/\/portal-link$/)
    await page.route(/\/portal-link$/, (route) => closed.then(() => route.continue()))
    await open()
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await asked
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    close()
    const link = await tab.storesSecret()
    assert.include(link, '/portal/')
    await until(
      'the focus is back',
      async () => (await page.evaluate<string>(FOCUS)) === 'button More actions'
    )

    // Each time the form is opened it is a new one.
    await open()
    await dialog.getByLabel('Return URL').fill('https://elsewhere.example.com')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await open()
    assert.equal(await dialog.getByRole('alert').count(), 0)
    await dialog.getByRole('button', { name: 'Create link' }).click()
    assert.notEqual(await tab.storesSecret(), link)
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')
})
