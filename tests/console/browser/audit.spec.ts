import { test } from '@japa/runner'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { call } from '#tests/testkit/api'
import { createMerchant } from '#tests/testkit/merchant'

const NO_BROWSER = 'there is no Chromium on this machine'

test.group('the audit log', () => {
  test('is looked through by who, what and when, and goes into a file as it is shown', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const { orgId, userId, token } = merchant
    await call('PATCH', `/v1/dashboard/orgs/${orgId}`, { token, body: { name: 'Renamed' } })
    await call('POST', `/v1/dashboard/orgs/${orgId}/products`, { token, body: { name: 'Player' } })
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    await tab.goTo(`/${orgId}/audit`)
    await tab.signIn(merchant.email)
    const line = (action: string) => page.getByRole('cell', { name: action, exact: true })
    await line('org.renamed').waitFor()
    await line('product.created').first().waitFor()
    await page.getByLabel('Actor', { exact: true }).selectOption({ label: merchant.email })
    await page.getByLabel('Action').fill('org.renamed')
    await page.keyboard.press('Enter')
    await line('product.created').first().waitFor({ state: 'detached' })
    await line('org.renamed').waitFor()
    const found = new URLSearchParams({ actor: userId, action: 'org.renamed' })
    for (const address of [
      page.url(),
      await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href'),
    ]) {
      const { searchParams } = new URL(address!, page.url())
      for (const [name, value] of found) assert.equal(searchParams.get(name), value)
    }
    const file = page.getByRole('link', { name: 'Export CSV' })
    assert.match((await file.getAttribute('href'))!, /format=csv&bom=true/)
    await page.getByLabel('To', { exact: true }).fill('2020-01-01')
    await tab.sees('No entries match')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await line('org.renamed').waitFor()
    await page.getByRole('cell', { name: merchant.email }).first().getByRole('link').click()
    await page.waitForURL(/actor=/)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('that is refused says what to quote when asking about it', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    await page.route(/\/audit-log/, (route) =>
      route.fulfill({
        status: 400,
        headers: { 'x-request-id': 'request-to-quote' },
        json: { error: { code: 'BAD_REQUEST', message: 'That cannot be read' } },
      })
    )
    await tab.goTo(`/${merchant.orgId}/audit`)
    await tab.signIn(merchant.email)
    await tab.sees('That cannot be read')
    await tab.sees('request-to-quote')
    await page.getByRole('button', { name: 'Copy request id' }).waitFor()
    await tab.isAccessible('the audit log is refused')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
