import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { createCustomer, own } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { runNewest, runOneChunk, runToEnd } from '#tests/testkit/operations'
import { createMember } from '#tests/testkit/team'

/** The texts that a screen reader reads out by itself when they change. */
const READ_OUT = `[...document.querySelectorAll('main :is([aria-live], [role=status])')].map((one) => one.innerText)`

test.group('operations in the console', () => {
  test('have names, and only their state is read out', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const [license] = await seedLicenses(merchant, 1)
    const path = `/v1/dashboard/orgs/${merchant.orgId}/licenses/set-updates`
    const body = { licenseIds: [license.id], updatesUntil: '2030-01-01T00:00:00.000Z' }
    const started = await call('POST', path, { ...merchant, body })
    await runToEnd(started.body.data.operation.id)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/operations')
    const { page } = tab
    await page.getByLabel('Type').selectOption({ label: 'Change updates' })
    await page.getByRole('link', { name: 'Change updates' }).click()
    await page.getByText('1 of 1').waitFor()
    assert.deepEqual(await page.evaluate(READ_OUT), ['Completed'])
    await tab.isAccessible('an operation')
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')

  test('say how fast they are and how long they take, without reading it out', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, 10_000)
    const path = `/v1/dashboard/orgs/${merchant.orgId}/licenses/freeze`
    const { id } = (await call('POST', path, { ...merchant, body: { filter: {} } })).body.data.operation
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, `/operations/${id}`)
    const { page } = tab
    await page.getByText('Queued').waitFor()
    const pace = page.getByText(/ a second, .* left$/)
    assert.equal(await pace.count(), 0)
    for (let chunk = 0; chunk < 6; chunk++) {
      await runOneChunk(id)
      await page.waitForTimeout(1000)
    }
    await pace.waitFor()
    assert.deepEqual(await page.evaluate(READ_OUT), ['Running'])
    await tab.isAccessible('a running operation')
    await runToEnd(id)
    await page.getByText('Completed').waitFor()
    assert.equal(await pace.count(), 0)
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')

  test('are all listed at an address with words that name no type and no status', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const search = '/operations?type=nothing&status=nowhere'
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, search)
    await tab.sees('No operations yet')
    assert.equal(await tab.page.getByLabel('Status').inputValue(), '')
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')

  test('say their filter as the list does, and lead to it', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const customer = await createCustomer(merchant)
    const [license] = await seedLicenses(merchant, 3)
    await own(customer, license.id)
    const { productId } = merchant
    const start = async (filter: object) => {
      const path = `/v1/dashboard/orgs/${merchant.orgId}/licenses/freeze`
      const { body } = await call('POST', path, { ...merchant, body: { filter } })
      return `/${merchant.orgId}/operations/${body.data.operation.id}`
    }
    const tier = await call('POST', `/v1/dashboard/products/${productId}/tiers`, {
      ...merchant,
      body: { code: 'pro', name: 'Pro' },
    })
    const ofTier = await start({ tierId: tier.body.data.tier.id })
    const day = { createdBefore: '2100-01-01T00:00:00.000Z' }
    const ofOwner = await start({ status: 'ACTIVE', productId, endUserId: customer.id, ...day })
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    await tab.goTo(ofTier)
    await tab.signIn(merchant.email)
    await tab.sees('Tier: Pro')
    assert.equal(await page.getByRole('link', { name: /Tier/ }).count(), 0)
    await tab.goTo(ofOwner)
    await tab.sees(/Owner:/)
    await tab.isAccessible('an operation with a filter')
    await page
      .getByRole('link', {
        name: `Status: Active, Product: Editor, Owner: ${customer.email}, Created to 31 Dec 2099`,
      })
      .click()
    await page.getByRole('link', { name: license.key }).waitFor()
    assert.equal(await page.getByRole('row').count(), 2)
    assert.equal(await page.getByLabel('Status').inputValue(), 'ACTIVE')
    assert.equal(await page.getByLabel('Created to').inputValue(), '2099-12-31')
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')

  test('of one org are not shown in another one', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const member = await createMember(merchant, 'VIEWER')
    await call('PATCH', `/v1/dashboard/orgs/${member.orgId}`, { ...member, body: { name: 'Elsewhere' } })
    const running = { id: member.userId, status: 'running', progress: { processed: 1, total: 2 } }
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    // The stream of the member's own org opens only when the test has ended.
    await page.route('**/operations/stream', async (route) => {
      if (!route.request().url().includes(merchant.orgId)) return
      const body = `event: progress\ndata: ${JSON.stringify(running)}\n\n`
      await route.fulfill({ contentType: 'text/event-stream', body })
    })
    await tab.goTo(`/${merchant.orgId}`)
    await tab.signIn(member.email)
    const tray = page.getByText('In progress')
    await tray.waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button').first().click()
    await page.getByRole('menuitem', { name: 'Elsewhere' }).click()
    await page.waitForURL(`**/${member.orgId}`)
    await tray.waitFor({ state: 'detached' })
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')

  test('that end while nobody looks are in the lists on return', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, 2)
    const path = `/v1/dashboard/orgs/${merchant.orgId}/licenses/freeze`
    const { id } = (await call('POST', path, { ...merchant, body: { filter: {} } })).body.data.operation
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/operations')
    const { page } = tab
    const main = page.getByRole('navigation', { name: 'Main' })
    await page.getByRole('cell', { name: 'Queued' }).waitFor()
    await main.getByRole('link', { name: 'Licenses' }).click()
    await page.getByRole('row').nth(2).getByText('Active').waitFor()
    await tab.hide(true)
    await runToEnd(id)
    await tab.hide(false)
    for (const row of [1, 2]) await page.getByRole('row').nth(row).getByText('Frozen').waitFor()
    await main.getByRole('link', { name: 'Operations' }).click()
    await page.getByRole('cell', { name: 'Completed' }).waitFor()
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')

  test('are in their list as soon as they are started', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, 1)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/operations')
    const { page } = tab
    const main = page.getByRole('navigation', { name: 'Main' })
    const licenses = main.getByRole('link', { name: 'Licenses' })
    const isListed = async (name: string) => {
      await main.getByRole('link', { name: 'Operations' }).click()
      await page.getByRole('row').filter({ hasText: name }).getByText('Queued').waitFor()
      await licenses.click()
    }
    await tab.sees('No operations yet')
    await licenses.click()
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    await page.waitForURL(/\/operations\/./)
    await isListed('Export')
    await runNewest(merchant.orgId)

    await page.getByRole('grid').focus()
    for (const key of ['x', 'f']) await page.keyboard.press(key)
    await page.getByRole('button', { name: 'Run check' }).click()
    await runNewest(merchant.orgId)
    await page.getByRole('button', { name: 'Freeze 1', exact: true }).click()
    await page.getByRole('button', { name: 'Continue in the background' }).click()
    await isListed('Freeze')

    await page.getByRole('link', { name: 'Import' }).click()
    await page.getByLabel('File').setInputFiles({
      ...{ name: 'new.csv', mimeType: 'text/csv', buffer: Buffer.from('key\nAAA-1\n') },
    })
    await page.getByLabel('Product').selectOption(merchant.productId)
    await page.getByRole('button', { name: 'Run check' }).click()
    await tab.sees('Result of the check')
    await isListed('Import')
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, 'there is no Chromium on this machine')
})
