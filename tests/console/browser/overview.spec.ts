import { test } from '@japa/runner'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { openReceiver, status } from '#tests/testkit/receiver'
import { createEndpoint, emit, manualEngine } from '#tests/testkit/webhooks'

const NO_BROWSER = 'there is no Chromium on this machine'
const DAY = 86_400_000

test.group('the overview of an org', () => {
  test('leads an empty one to its first license, in three steps', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '')
    const { page } = tab
    const steps = page.getByRole('region', { name: 'Get started' })
    assert.match(await steps.getByRole('listitem').first().innerText(), /A product: Editor/)
    await steps.getByRole('link', { name: /API key/ }).click()
    await page.getByRole('link', { name: 'API keys', exact: true }).waitFor()
    assert.include(page.url(), `/products/${merchant.productId}?tab=keys`)
    await seedLicenses(merchant, 1)
    await page.reload()
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('region', { name: 'Expiring soon' }).waitFor()
    assert.equal(await steps.count(), 0)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('tells what ends soon and which webhooks fail', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const ending = { expirationMode: 'fixed' as const, expiresAt: Date.now() + 10 * DAY }
    const [license] = await seedLicenses(merchant, 1, ending)
    await seedLicenses(merchant, 2, { ...ending, expiresAt: Date.now() + 90 * DAY })
    await using receiver = await openReceiver(status(500))
    await using worker = manualEngine()
    await createEndpoint(merchant, { url: receiver.url })
    await emit(merchant, 'license.updated', [{ licenseId: license.id }])
    await worker.run()
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '')
    const { page } = tab
    const webhooks = page.getByRole('region', { name: 'Webhooks' })
    await webhooks.getByText('1 failing').waitFor()
    await webhooks.getByText('1 endpoint, 1 delivery waiting').waitFor()
    const expiring = page.getByRole('region', { name: 'Expiring soon' })
    await expiring.getByText('1', { exact: true }).waitFor()
    await expiring.getByRole('link').click()
    await page.getByRole('link', { name: license.key }).waitFor()
    assert.equal(await page.getByRole('row').count(), 2)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('counts new licenses in its charts as soon as beside them', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, 1)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '')
    const { page } = tab
    const all = page.getByRole('main').getByRole('link', { name: 'All licenses' })
    const chart = page.getByRole('region', { name: 'Created' }).locator('.chart-value')
    await all.getByText('1', { exact: true }).waitFor()
    await chart.getByText('1', { exact: true }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('l')
    await page.getByRole('button', { name: 'New license' }).click()
    await page.getByLabel('Quantity').fill('3')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('link', { name: 'Overview' }).click()
    await all.getByText('4', { exact: true }).waitFor()
    await chart.getByText('4', { exact: true }).waitFor()
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
