import { test } from '@japa/runner'
import type { Locator } from 'playwright'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { createCustomer } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { createTicket } from '#tests/testkit/tickets'

const NO_BROWSER = 'there is no Chromium on this machine'

test.group('a text that is longer than the service takes', () => {
  test('is refused at its field, and nothing of it is cut off', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const customer = await createCustomer(merchant, { tickets: true })
    const id = await createTicket({ orgId: merchant.orgId, endUserId: customer.id })
    const [license] = await seedLicenses(merchant, 1)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, `/tickets/${id}`)
    const { page } = tab
    const dialog = page.getByRole('dialog')
    const pastes = async (field: Locator, length: number, send: Locator) => {
      const text = 'long '.repeat(length / 5)
      await field.click()
      await page.keyboard.insertText(text)
      await send.click()
      await field.and(page.locator('[aria-invalid=true]')).waitFor()
      assert.equal(await field.inputValue(), text)
    }
    const reply = page.getByRole('textbox', { name: 'Reply' })
    await pastes(reply, 10_005, page.getByRole('button', { name: 'Send reply' }))

    await tab.goTo(`/${merchant.orgId}/licenses/${license.id}`)
    await page.getByRole('button', { name: 'Freeze' }).click()
    await pastes(dialog.getByLabel('Reason'), 1005, dialog.getByRole('button', { name: 'Freeze' }))
    await tab.goTo(`/${merchant.orgId}/end-users/${customer.id}`)
    await page.getByRole('button', { name: 'Ban', exact: true }).click()
    await pastes(dialog.getByLabel('Reason'), 1005, dialog.getByRole('button', { name: 'Ban' }))
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('is no reason of a bulk change either', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, 1)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/licenses')
    const { page } = tab
    const reason = page.getByRole('dialog').getByLabel('Reason')
    await page.getByRole('grid').focus()
    await page.keyboard.press('x')
    await page.keyboard.press('f')
    await reason.and(page.locator(':focus')).waitFor()
    const allowed = 'long '.repeat(199)
    await page.keyboard.insertText(`${allowed}long and longer`)
    await page.getByRole('button', { name: 'Run check' }).click()
    await reason.and(page.locator('[aria-invalid=true]')).waitFor()
    assert.equal(await reason.inputValue(), `${allowed}long and longer`)
    await reason.fill(allowed)
    await page.getByRole('button', { name: 'Run check' }).click()
    await page.getByText('Queued').waitFor()
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
