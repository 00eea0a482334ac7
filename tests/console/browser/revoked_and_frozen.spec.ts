import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { createEndUser, own } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'

test.group('a frozen license that was revoked', () => {
  test('is revoked in every list', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const now = Date.now()
    const expiry = { expirationMode: 'fixed' as const, expiresAt: now + 30 * 86_400_000 }
    const [license] = await seedLicenses(merchant, 1, { frozenAt: now, pausedSince: now, ...expiry })
    const person = await createEndUser(merchant)
    await own(person, license.id)
    await call('POST', `/v1/dashboard/licenses/${license.id}/revoke`, { ...merchant, body: {} })
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/licenses')
    await tab.sees(license.key)
    for (const [place, cell] of [
      ['/licenses', 'gridcell'],
      [`/end-users/${person.id}`, 'cell'],
    ] as const) {
      await tab.goTo(`/${merchant.orgId}${place}`)
      await tab.page.getByRole(cell, { name: 'Paused', exact: true }).waitFor()
      assert.equal(await tab.page.getByRole(cell, { name: 'Revoked', exact: true }).count(), 1, place)
    }
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')
})
