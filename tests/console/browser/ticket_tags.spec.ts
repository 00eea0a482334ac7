import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { createCustomer } from '#tests/testkit/end_users'
import { createMerchant } from '#tests/testkit/merchant'
import { createTicket } from '#tests/testkit/tickets'

const NO_BROWSER = 'there is no Chromium on this machine'

test.group('tags of a ticket', () => {
  test('that are refused are explained at their field', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const customer = await createCustomer(merchant, { tickets: true })
    const id = await createTicket({ orgId: merchant.orgId, endUserId: customer.id })
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, `/tickets/${id}`)
    const tags = tab.page.getByLabel('Tags')
    const many = Array.from({ length: 21 }, (_, at) => `tag${at}`).join(', ')
    await tags.fill(many)
    await tags.blur()
    await tags.and(tab.page.locator('[aria-invalid=true]')).waitFor()
    assert.equal(await tags.inputValue(), many)
    await tags.fill('one, two')
    await tags.blur()
    await tags.and(tab.page.locator('[value="one, two"]:not([aria-invalid])')).waitFor()
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('leave alone those that somebody else has added or removed since', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const customer = await createCustomer(merchant, { tickets: true })
    const id = await createTicket({ orgId: merchant.orgId, endUserId: customer.id })
    const path = `/v1/dashboard/tickets/${id}`
    const set = (tags: string[]) => call('PATCH', path, { ...merchant, body: { tags } })
    await set(['old', 'windows'])
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, `/tickets/${id}`)
    const field = tab.page.getByLabel('Tags')
    await field.and(tab.page.locator('[value="old, windows"]')).waitFor()
    await set(['windows', 'refund', 'billing'])
    await field.fill('old, vip')
    await field.blur()
    await field.and(tab.page.locator('[value="refund, billing, vip"]')).waitFor()
    const { ticket } = (await call('GET', path, merchant)).body.data
    assert.deepEqual(ticket.tags, ['refund', 'billing', 'vip'])
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
