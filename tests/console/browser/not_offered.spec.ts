import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { createMerchant } from '#tests/testkit/merchant'
import { createShop } from '#tests/testkit/shops'
import { createEndpoint, disable } from '#tests/testkit/webhooks'

const NO_BROWSER = 'there is no Chromium on this machine'

test.group('the console offers', () => {
  test('nothing to be sent to an endpoint that is disabled', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: 'https://example.com/hook' })
    await disable(merchant, id)
    const address = `/webhooks/${merchant.productId}/${id}`
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, address)
    const { page } = tab
    const sends = async () => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Rotate secret' }).waitFor()
      const entries = await page.getByRole('menuitem', { name: 'Redeliver failed events' }).count()
      return entries + (await page.getByText('Send test event').count())
    }
    assert.equal(await sends(), 0)
    await page.getByRole('menuitem', { name: 'Enable' }).click()
    await page.getByRole('button', { name: 'Send test event' }).waitFor()
    assert.equal(await sends(), 2)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('a listing only once there is a product, and says so', async ({ assert, browserContext }) => {
    const { merchant } = await createShop()
    await call('DELETE', `/v1/dashboard/products/${merchant.productId}`, { token: merchant.token })
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/storefront/listings')
    await tab.sees('Create a product first')
    assert.isTrue(await tab.page.getByRole('button', { name: 'New listing' }).isDisabled())
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('no draft of a release without a version or a rollout', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const path = `/v1/dashboard/products/${merchant.productId}/releases`
    const { release } = (await call('POST', path, { ...merchant, body: { version: '1.0.0' } })).body.data
    const address = `/products/${merchant.productId}/releases/${release.id}`
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, address)
    const { page } = tab
    const save = page.getByRole('form', { name: 'Release' }).getByRole('button', { name: 'Save' })
    await page.getByLabel('Version').fill(' ')
    await save.click()
    await page.getByRole('alert').waitFor()
    assert.equal(await page.getByLabel('Version').inputValue(), ' ')
    await page.getByLabel('Version').fill('1.1.0')
    await page.getByLabel('Rollout').fill('')
    await save.click()
    await page.getByLabel('Rollout').and(page.locator(':invalid')).waitFor()
    await page.getByLabel('Rollout').fill('50')
    await save.click()
    await tab.says('Saved')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
