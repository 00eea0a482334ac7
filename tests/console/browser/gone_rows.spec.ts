import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'

type Row = { path: string; name: string }

const LISTS: Record<string, (merchant: Merchant) => Promise<Row>> = {
  licenses: async (merchant) => {
    const [{ id, key }] = await seedLicenses(merchant, 2)
    return { path: `licenses/${id}`, name: key }
  },
  products: async (merchant) => {
    const body = { name: 'Old tools' }
    const path = `/v1/dashboard/orgs/${merchant.orgId}/products`
    const { product } = (await call('POST', path, { ...merchant, body })).body.data
    return { path: `products/${product.id}`, name: 'Old tools' }
  },
}

test.group('a row that somebody else has deleted', () => {
  test('is not in the list any more after a look at its page: {$self}')
    .with(Object.keys(LISTS))
    .run(async ({ assert, browserContext }, list) => {
      const merchant = await createMerchant()
      const { path, name } = await LISTS[list](merchant)
      const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, `/${list}`)
      const { page } = tab
      const row = page.getByRole('main').getByRole('link', { name })
      await row.waitFor()
      await call('DELETE', `/v1/dashboard/${path}`, merchant)
      await row.click()
      await tab.sees('Not found, or you do not have access')
      await page.goBack()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await row.waitFor({ state: 'detached' })
      await tab.hasLoaded()
      tab.isClean()
    })
    .skip(!hasBrowser, 'there is no Chromium on this machine')
})
