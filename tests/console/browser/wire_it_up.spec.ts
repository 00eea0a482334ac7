import { test } from '@japa/runner'
import { PERMISSIONS } from '#catalog/rules/permissions'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { openReceiver, status } from '#tests/testkit/receiver'
import { createMember } from '#tests/testkit/team'
import { manualEngine } from '#tests/testkit/webhooks'

const NO_BROWSER = 'there is no Chromium on this machine'
/** The values that the open dialog offers. */
const OFFERED = `[...document.querySelectorAll('[role=dialog] [type=checkbox]')].map(({ value }) => value)`

test.group('wiring a product up', () => {
  test('product, policy, key and webhook; a delivery that fails is seen and sent again', async ({
    assert,
    browserContext,
  }) => {
    await using receiver = await openReceiver(status(500))
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/products')
    const { page } = tab
    await page.getByRole('button', { name: 'New product' }).click()
    await page.getByLabel('Name').fill('Player')
    await page.getByRole('button', { name: 'Create product' }).click()
    await page.getByRole('heading', { name: 'Player' }).waitFor()

    await page.getByLabel('Device limit', { exact: true }).selectOption('limit')
    await page.getByLabel('Maximum devices', { exact: true }).fill('2')
    await tab.sees('A license runs on 2 devices')
    await page.getByRole('button', { name: 'Save' }).click()
    await tab.says('Saved')

    await page.getByRole('link', { name: 'API keys' }).click()
    await page.getByRole('button', { name: 'New API key' }).click()
    await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
    assert.deepEqual(await page.evaluate(OFFERED), [...PERMISSIONS])
    await page.getByLabel('Name').fill('Shop')
    await page.getByRole('button', { name: 'Create API key' }).click()
    const key = await page.getByRole('dialog').locator('.secret > .mono').first().innerText()
    await tab.isAccessible('API key')
    const { body } = await call('GET', '/v1/whoami', { apiKey: key })
    assert.deepEqual(body.data.permissions, ['license:authorize'])
    await page.reload()
    await tab.sees(`…${key.slice(-4)}`)
    assert.equal(await page.getByText(key).count(), 0)

    await page.getByRole('link', { name: 'Webhooks' }).last().click()
    await page.getByRole('button', { name: 'New endpoint' }).click()
    await page.getByLabel('URL').fill(receiver.url)
    await page.getByRole('button', { name: 'Create endpoint' }).click()
    await page.getByLabel('I have stored it').check()
    await page.getByRole('button', { name: 'Done' }).click()

    const productId = /products\/([\w-]+)/.exec(page.url())![1]
    await call('POST', `/v1/dashboard/orgs/${merchant.orgId}/licenses`, { ...merchant, body: { productId } })
    await worker.run()
    assert.lengthOf(receiver.received, 1)
    await page.getByRole('link', { name: receiver.url }).click()
    await page.getByRole('link', { name: 'license.created' }).click()
    await tab.sees('HTTP 500')
    await tab.isAccessible('delivery')

    receiver.respond = status(204)
    await page.getByRole('button', { name: 'Redeliver' }).click()
    await tab.says('Delivered')
    assert.lengthOf(receiver.received, 2)
    assert.equal(receiver.received[0].body, receiver.received[1].body)
    await page.getByRole('link', { name: 'View endpoint' }).click()
    await page.getByRole('heading', { name: receiver.url }).waitFor()
    await page.locator('.pill', { hasText: 'Delivered' }).waitFor()
    await tab.isAccessible('endpoint')

    await tab.goTo(`/${merchant.orgId}/audit`)
    for (const action of ['product.created', 'product.updated', 'api_key.created', 'webhook.created'])
      await tab.sees(action)
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, NO_BROWSER)

  test('a member sees how it is wired, and changes nothing', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const member = await createMember(merchant, 'MEMBER')
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    const product = `/${merchant.orgId}/products/${merchant.productId}`
    await tab.goTo(product)
    await tab.signIn(member.email)
    await page.getByRole('heading', { name: 'Editor' }).waitFor()
    assert.isTrue(await page.getByLabel('Name').isDisabled())
    await tab.goTo(`${product}?tab=webhooks`)
    await tab.sees('No endpoints yet')
    assert.equal(await page.getByRole('button', { name: 'New endpoint' }).count(), 0)
    await tab.goTo(`/${merchant.orgId}/audit`)
    await tab.sees('For admins')
    assert.equal(await page.getByRole('link', { name: 'Export CSV' }).count(), 0)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('a product without licenses is deleted, one with a license is not', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const [license] = await seedLicenses(merchant, 1)
    const path = `/v1/dashboard/products/${merchant.productId}`
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    const dialog = page.getByRole('dialog')
    await tab.goTo(`/${merchant.orgId}/products/${merchant.productId}`)
    await tab.signIn(merchant.email)
    await page.getByRole('button', { name: 'Delete product' }).click()
    await dialog.getByLabel('Type “Editor”').fill('Editor')
    await tab.isAccessible('delete product')
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog.getByRole('alert').waitFor()
    assert.equal((await call('GET', path, merchant)).status, 200)
    await call('DELETE', `/v1/dashboard/licenses/${license.id}`, merchant)
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('heading', { name: 'Products', exact: true }).waitFor()
    await tab.sees('No products yet')
    assert.equal((await call('GET', path, merchant)).status, 404)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
