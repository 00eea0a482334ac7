import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { call } from '#tests/testkit/api'
import { ConsoleTab, FOCUS, hasBrowser, writesOf } from '#tests/testkit/browser'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { runNewest } from '#tests/testkit/operations'
import { createTicket } from '#tests/testkit/tickets'
import { createCustomer } from '#tests/testkit/end_users'
import { until } from '#tests/testkit/wait'

const NO_BROWSER = 'there is no Chromium on this machine'
const DAY = 86_400_000

const focusIsOn = (page: Page, what: string) =>
  until(`the focus is on ${what}`, async () => (await page.evaluate<string>(FOCUS)).startsWith(what))

/** Sends the repeats of a key that is already down. */
async function repeat(page: Page, key: string, times = 3) {
  for (let time = 0; time < times; time++) await page.keyboard.down(key)
}

async function open(...[context, assert]: Parameters<typeof ConsoleTab.open>) {
  const merchant = await createMerchant()
  const licenses = await seedLicenses(merchant, 3, {
    expirationMode: 'fixed',
    expiresAt: Date.now() + 30 * DAY,
  })
  const tab = await ConsoleTab.signedIn(context, assert, merchant, '/licenses')
  await tab.page.getByRole('row').nth(2).waitFor()
  const ask = async (path: string) => (await call('GET', `/v1/dashboard/${path}`, merchant)).body.data
  return { merchant, licenses, tab, page: tab.page, dialog: tab.page.getByRole('dialog'), ask }
}

test.group('a key that is held down', () => {
  test('extends a license once', async ({ assert, browserContext }) => {
    const { merchant, licenses, tab, page, dialog, ask } = await open(browserContext, assert)
    const [{ id, expiresAt }] = licenses
    await tab.goTo(`/${merchant.orgId}/licenses/${id}`)
    await page.getByRole('button', { name: 'Extend' }).focus()
    await page.keyboard.down('Enter')
    await focusIsOn(page, 'input Days')
    // The press that opened the dialog does not send it.
    const sent = writesOf(page)
    await repeat(page, 'Enter')
    await page.keyboard.up('Enter')
    assert.lengthOf(await sent(), 0)
    await page.keyboard.down('Enter')
    await tab.sees('Extended')
    await focusIsOn(page, 'button Extend')
    // The press that sent the dialog does not open it again.
    await repeat(page, 'Enter')
    await page.keyboard.up('Enter')
    assert.lengthOf(await sent(), 1)
    assert.equal(await dialog.count(), 0)
    const { license } = await ask(`licenses/${id}`)
    assert.equal(Date.parse(license.expiresAt), expiresAt! + 30 * DAY)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('applies no check of a bulk change', async ({ assert, browserContext }) => {
    const { merchant, tab, page, dialog } = await open(browserContext, assert)
    await page.getByRole('grid').focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('r')
    await focusIsOn(page, 'input Reason')
    await page.keyboard.down('Enter')
    await page.getByText('Queued').waitFor()
    await runNewest(merchant.orgId)
    await focusIsOn(page, 'button Revoke 3')
    const sent = writesOf(page)
    await repeat(page, 'Enter')
    await page.keyboard.up('Enter')
    assert.lengthOf(await sent(), 0)
    assert.isTrue(await dialog.getByRole('button', { name: 'Revoke 3' }).isVisible())
    // A press of its own applies it.
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Continue in the background' }).waitFor()
    assert.lengthOf(await sent(), 1)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('opens no license from the list, and no entry of a menu', async ({ assert, browserContext }) => {
    const { tab, page } = await open(browserContext, assert)
    const actions = page.getByRole('button', { name: /^Actions for/ }).first()
    await actions.focus()
    await page.keyboard.down('Enter')
    await page.getByRole('menuitem').first().and(page.locator(':focus')).waitFor()
    await repeat(page, 'Enter')
    assert.isAbove(await page.getByRole('menuitem').count(), 0)
    await page.keyboard.up('Enter')
    await page.keyboard.press('Escape')
    // Enter in the field for the search leads to the list.
    await page.getByRole('searchbox').focus()
    await page.keyboard.down('Enter')
    await focusIsOn(page, 'grid')
    await repeat(page, 'Enter')
    await page.keyboard.up('Enter')
    assert.match(page.url(), /\/licenses$/)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('goes on typing, deleting and moving in a field', async ({ assert, browserContext }) => {
    const { merchant, tab, page, dialog } = await open(browserContext, assert)
    await page.getByRole('grid').focus()
    await page.keyboard.press('x')
    await page.keyboard.press('f')
    await focusIsOn(page, 'input Reason')
    const reason = dialog.getByLabel('Reason')
    for (const key of ['a', ' ', 'b']) {
      await repeat(page, key)
      await page.keyboard.up(key)
    }
    assert.equal(await reason.inputValue(), 'aaa   bbb')
    await repeat(page, 'ArrowLeft', 4)
    await page.keyboard.up('ArrowLeft')
    await repeat(page, 'Backspace', 4)
    await page.keyboard.up('Backspace')
    assert.equal(await reason.inputValue(), 'a bbb')

    const customer = await createCustomer(merchant, { tickets: true })
    const ticket = await createTicket({ orgId: merchant.orgId, endUserId: customer.id })
    await tab.goTo(`/${merchant.orgId}/tickets/${ticket}`)
    const reply = page.getByRole('textbox', { name: 'Reply' })
    await reply.fill('one')
    await repeat(page, 'Enter')
    await page.keyboard.up('Enter')
    assert.equal(await reply.inputValue(), 'one\n\n\n')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
