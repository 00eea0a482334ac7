import { test } from '@japa/runner'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { createCustomer, own } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'

test.group('a license for one day', () => {
  test('says everywhere that it is valid for one day after the first use', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const [license] = await seedLicenses(merchant, 1, {
      expirationMode: 'afterActivation',
      expiresAfterDays: 1,
    } as object)
    const customer = await createCustomer(merchant)
    await own(customer, license.id)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/licenses')
    await tab.sees(/^1 day after first use$/)
    await tab.goTo(`/${merchant.orgId}/licenses/${license.id}`)
    await tab.sees(/^Expires 1 day after first use$/)
    await tab.goTo(`/${merchant.orgId}/end-users/${customer.id}`)
    await tab.sees(/^1 day after first use$/)
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')
})
