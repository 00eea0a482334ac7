import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'

const DAY = 86_400_000

test.group('times on a page', () => {
  test('stay true while it is open, and rest while nobody sees it', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, 1)
    const path = `/v1/dashboard/orgs/${merchant.orgId}/licenses/freeze`
    await call('POST', path, { ...merchant, body: { filter: {} } })
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    await page.clock.install()
    await tab.goTo(`/${merchant.orgId}/operations`)
    await tab.signIn(merchant.email)
    const time = page.locator('td time')
    await time.waitFor()
    assert.equal(await time.innerText(), 'now')
    await page.clock.fastForward('01:01')
    await tab.sees('1 minute ago')
    await tab.hide(true)
    await page.clock.fastForward('05:00')
    assert.equal(await time.innerText(), '1 minute ago')
    await tab.hide(false)
    await tab.sees('6 minutes ago')
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')

  test('name no day for an expiry that is paused', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const now = Date.now()
    const paused = { suspendedAt: now - 10 * DAY, pausedSince: now - 10 * DAY, activatedAt: now - 20 * DAY }
    const [{ id }] = await seedLicenses(merchant, 1, {
      ...{ status: 'SUSPENDED', expirationMode: 'afterActivation', expiresAfterDays: 30 },
      ...paused,
    })
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, `/licenses/${id}`)
    const { page } = tab
    await tab.sees('Expiry paused, 20 days left')
    await page.locator('dt:text-is("Expires") + dd', { hasText: 'Paused' }).waitFor()
    // What is left stays, however long the page is open.
    await page.clock.setFixedTime(now + 5 * DAY)
    await page.getByRole('link', { name: 'Timeline' }).click()
    await page.getByRole('link', { name: 'Timeline' }).and(page.locator('[aria-current=page]')).waitFor()
    assert.equal(await page.getByText('Expiry paused').innerText(), 'Expiry paused, 20 days left')
    await tab.goTo(`/${merchant.orgId}/licenses`)
    await page.getByRole('gridcell', { name: 'Paused', exact: true }).waitFor()
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')
})
