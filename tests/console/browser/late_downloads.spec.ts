import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import type { BrowserContext, Page } from 'playwright'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { createCustomer, signIn } from '#tests/testkit/end_users'
import { createMerchant } from '#tests/testkit/merchant'
import { enterPortal, portalStage, portalTab } from '#tests/testkit/portal_stage'
import { createTicket, postAttachment } from '#tests/testkit/tickets'

const NO_BROWSER = 'there is no Chromium on this machine'

/** Access lapses a quarter of an hour after the last renewal. */
async function letLapse(context: BrowserContext) {
  for (const name of ['latchkey_access', 'latchkey_renewed']) await context.clearCookies({ name })
}

/** The file that a click saves, as text. */
async function saved(page: Page, click: () => Promise<void>) {
  const download = page.waitForEvent('download')
  await click()
  return readFile(await (await download).path(), 'utf8')
}

/** A ticket with the file log.txt, whose addresses on the page have expired. */
async function openOldTicket(page: Page, orgId: string, customer: { id: string; token: string }) {
  const id = await createTicket({ orgId, endUserId: customer.id })
  const path = `/v1/enduser/tickets/${id}`
  const { attachment } = (await postAttachment(path, customer.token, 'What happened', 'log.txt')).body.data
  const body = { body: 'The log', attachmentIds: [attachment.id] }
  await call('POST', `${path}/messages`, { token: customer.token, body })
  let isFirst = true
  await page.route(/\/messages/, async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({ response, body: isFirst ? text.replaceAll('signature=', 'signature=old') : text })
    isFirst = false
  })
  return id
}

test.group('a file that is downloaded late', () => {
  test('comes although the access of the session has lapsed', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const customer = await createCustomer(merchant)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/audit')
    const { page } = tab
    await page.getByRole('cell', { name: 'product.created' }).waitFor()
    await letLapse(browserContext)
    const log = await saved(page, () => page.getByRole('link', { name: 'Export CSV' }).click())
    assert.include(log, 'product.created')

    await tab.goTo(`/${merchant.orgId}/end-users/${customer.id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    const entry = page.getByRole('menuitem', { name: 'Export data' })
    await entry.waitFor()
    await letLapse(browserContext)
    assert.include(await saved(page, () => entry.click()), customer.id)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('comes although the address on the page of a ticket has expired', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const customer = await createCustomer(merchant, { tickets: true })
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    const id = await openOldTicket(page, merchant.orgId, customer)
    await tab.goTo(`/${merchant.orgId}/tickets/${id}`)
    await tab.signIn(merchant.email)
    assert.equal(
      await saved(page, () => page.getByRole('link', { name: /log\.txt/ }).click()),
      'What happened'
    )
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('comes in the portal too', async ({ assert, browserContext }) => {
    const { merchant, endUser } = await portalStage({ tickets: true })
    const { accessToken: token } = await signIn(endUser)
    const tab = await portalTab(browserContext, assert, merchant)
    const { page } = tab
    const id = await openOldTicket(page, merchant.orgId, { ...endUser, token })
    await tab.goTo(`/tickets/${id}`)
    await enterPortal(tab, endUser.email)
    assert.equal(
      await saved(page, () => page.getByRole('link', { name: /log\.txt/ }).click()),
      'What happened'
    )
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
