import { test } from '@japa/runner'
import GrantAdmin from '#accounts/actions/grant_admin'
import SetPlan from '#accounts/actions/set_plan'
import { SYSTEM } from '#kernel/audit/audit'
import AdministerOrg from '#orgs/actions/administer_org'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { createMerchant } from '#tests/testkit/merchant'

const NO_BROWSER = 'there is no Chromium on this machine'

test.group('running the service from the console', () => {
  test('a platform admin suspends an org, disables a user, and looks at the queues and their board', async ({
    assert,
    browserContext,
  }) => {
    const admin = await createMerchant()
    await new GrantAdmin().execute(admin.email, true)
    const other = await createMerchant()
    const mine = () =>
      call('POST', `/v1/dashboard/orgs/${other.orgId}/products`, { ...other, body: { name: 'A' } })
    const tab = await ConsoleTab.signedIn(browserContext, assert, admin, '')
    const { page } = tab
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Platform' }).click()
    await page.getByRole('heading', { name: 'Organisations', exact: true }).waitFor()

    await page.getByRole('searchbox').fill(other.email)
    await page.waitForURL(/search=/)
    await page.getByRole('row').nth(2).waitFor({ state: 'detached' })
    await tab.chooses(/^Plan of/, 'business')
    await page.getByRole('button', { name: /^Suspend/ }).click()
    await tab.isAccessible('suspend')
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
    await page.locator('.pill', { hasText: 'Suspended' }).waitFor()
    assert.equal((await mine()).body.error.code, 'FORBIDDEN')
    const { plan, suspended } = (await call('GET', `/v1/admin/orgs/${other.orgId}`, admin)).body.data.org
    assert.deepEqual([plan, suspended], ['business', true])
    await page.getByRole('button', { name: /^Reactivate/ }).click()
    await page.getByRole('button', { name: /^Suspend/ }).waitFor()
    assert.equal((await mine()).status, 201)
    await tab.isAccessible('orgs')

    await page.getByRole('link', { name: 'Users' }).click()
    await page.getByRole('heading', { name: 'Users', exact: true }).waitFor()
    await page.getByRole('searchbox').fill(other.email)
    await page.getByRole('button', { name: `Disable ${other.email}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
    await page.getByRole('button', { name: `Enable ${other.email}` }).waitFor()
    assert.equal((await mine()).status, 401)
    await tab.isAccessible('users')

    await page.getByRole('link', { name: 'Queues' }).click()
    await page.getByRole('heading', { name: 'Queues' }).waitFor()
    await page.getByRole('table').waitFor()
    await tab.isAccessible('queues')
    await page.getByRole('link', { name: 'queue board' }).click()
    await page.waitForURL((url) => url.pathname.startsWith('/admin/queues'))
    assert.include(await page.content(), '/console/admin/queues')
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, NO_BROWSER)

  test('the members of a suspended org are told that they can only read', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/products')
    const { page } = tab
    await page.getByRole('button', { name: 'New product' }).waitFor()
    const suspend = (suspended: boolean) =>
      new AdministerOrg(new SetPlan()).execute(merchant.orgId, { suspended }, SYSTEM)
    const banner = page.locator('.banner', { hasText: 'its members can only read' })
    assert.equal(await banner.count(), 0)
    await suspend(true)
    await page.getByRole('button', { name: 'New product' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Another')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await banner.waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.reload()
    await banner.waitFor()
    await tab.isAccessible('suspended')
    await suspend(false)
    await page.reload()
    await page.getByRole('button', { name: 'New product' }).waitFor()
    assert.equal(await banner.count(), 0)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('those screens are left with a sign-out in another tab', async ({ assert, browserContext }) => {
    const admin = await createMerchant()
    await new GrantAdmin().execute(admin.email, true)
    const elsewhere = await ConsoleTab.signedIn(browserContext, assert, admin, '')
    await elsewhere.page.getByRole('button', { name: /^Account of/ }).click()
    const tab = await ConsoleTab.open(browserContext, assert)
    await tab.goTo('/admin')
    await tab.page.getByRole('heading', { name: 'Organisations', exact: true }).waitFor()
    await elsewhere.page.getByRole('menuitem', { name: 'Sign out' }).click()
    await tab.page.waitForURL(/sign-in$/)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('nobody else finds those screens', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.open(browserContext, assert)
    await tab.goTo('/admin/users')
    await tab.signIn(merchant.email)
    await tab.sees('Page not found')
    assert.equal(await tab.page.getByRole('table').count(), 0)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
