import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { createCustomer } from '#tests/testkit/end_users'
import { createMerchant } from '#tests/testkit/merchant'
import { createTicket } from '#tests/testkit/tickets'

const NO_BROWSER = 'there is no Chromium on this machine'
const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })

async function open(...[context, assert]: Parameters<typeof ConsoleTab.open>) {
  const merchant = await createMerchant()
  const customer = await createCustomer(merchant, { tickets: true })
  const id = await createTicket({ orgId: merchant.orgId, endUserId: customer.id })
  const tab = await ConsoleTab.signedIn(context, assert, merchant, `/tickets/${id}`)
  const attach = (...files: ReturnType<typeof file>[]) =>
    tab.page.getByLabel('Files to attach').setInputFiles(files)
  return { merchant, id, tab, page: tab.page, attach }
}

test.group('the files of a reply', () => {
  test('are named after somebody closed the ticket, also without a text', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, id, tab, page, attach } = await open(browserContext, assert)
    await attach(file('steps.txt'))
    await page.getByRole('button', { name: 'Remove steps.txt' }).waitFor()
    await page.locator('button:enabled', { hasText: 'Send reply' }).waitFor()
    await call('POST', `/v1/dashboard/tickets/${id}/close`, merchant)
    await attach(file('more.txt'))
    await page.getByRole('alert').waitFor()
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await tab.sees('This ticket is closed and accepts no more messages.')
    await page.getByRole('list', { name: 'Files that were not sent' }).getByText('steps.txt').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Remove steps.txt' }).count(), 0)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('are spoken of no longer once the reply is sent', async ({ assert, browserContext }) => {
    const { tab, page, attach } = await open(browserContext, assert)
    const refused = page.getByRole('alert').filter({ hasText: 'large.txt' })
    const error = { code: 'PAYLOAD_TOO_LARGE', message: 'The file is too large' }
    await page.route(/\/attachments/, (route) => route.fulfill({ status: 413, json: { error } }), {
      times: 1,
    })
    await attach(file('large.txt'))
    await refused.waitFor()
    await page.getByRole('textbox', { name: 'Reply' }).fill('Without the file')
    await page.getByRole('button', { name: 'Send reply' }).click()
    await tab.says('Reply sent')
    assert.equal(await refused.count(), 0)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})

test.group('the dialog of a new API key', () => {
  test('does not scroll sideways in a window of 320 pixels', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const address = `/products/${merchant.productId}?tab=keys`
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, address)
    const { page } = tab
    await page.setViewportSize({ width: 320, height: 640 })
    await page.getByRole('button', { name: 'New API key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('license:authorize').waitFor()
    const [wide, room] = await dialog.evaluate((one: { scrollWidth: number; clientWidth: number }) => [
      one.scrollWidth,
      one.clientWidth,
    ])
    assert.isAtMost(wide, room)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
