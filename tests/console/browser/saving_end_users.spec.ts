import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { createEndUser } from '#tests/testkit/end_users'
import { createMerchant } from '#tests/testkit/merchant'

const NO_BROWSER = 'there is no Chromium on this machine'

test.group('saving an end user', () => {
  test('does not take back an address that changed meanwhile', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const { id } = await createEndUser(merchant)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, `/end-users/${id}`)
    const { page } = tab
    await page.getByRole('button', { name: 'Edit' }).click()
    const path = `/v1/dashboard/orgs/${merchant.orgId}/end-users/${id}`
    await call('PATCH', path, { ...merchant, body: { email: 'new@example.com', lastName: 'Lovelace' } })
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('First name').press('Enter')
    await tab.says('Saved')
    const { endUser } = (await call('GET', path, merchant)).body.data
    assert.containSubset(endUser, { email: 'new@example.com', firstName: 'Ada', lastName: 'Lovelace' })
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('without a change closes the form', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const { id } = await createEndUser(merchant)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, `/end-users/${id}`)
    const { page } = tab
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
