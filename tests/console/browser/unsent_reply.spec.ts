import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { createCustomer } from '#tests/testkit/end_users'
import { createMerchant } from '#tests/testkit/merchant'
import { createTicket } from '#tests/testkit/tickets'

test.group('a reply that cannot be sent any more', () => {
  test('can still be read and copied after somebody closed the ticket', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const customer = await createCustomer(merchant, { tickets: true })
    const id = await createTicket({ orgId: merchant.orgId, endUserId: customer.id })
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, `/tickets/${id}`)
    const { page } = tab
    await page.getByRole('textbox', { name: 'Reply' }).fill('A long answer')
    await call('POST', `/v1/dashboard/tickets/${id}/close`, merchant)
    await page.getByRole('button', { name: 'Send reply' }).click()
    await tab.sees('This ticket is closed and accepts no more messages.')
    const kept = page.getByLabel('Your reply, not sent')
    assert.equal(await kept.inputValue(), 'A long answer')
    assert.isFalse(await kept.isEditable())
    await tab.isAccessible('a reply that was not sent')
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')
})
