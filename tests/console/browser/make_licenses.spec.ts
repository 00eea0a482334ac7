import { test } from '@japa/runner'
import type { Route } from 'playwright'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { createMerchant } from '#tests/testkit/merchant'

test.group('new licenses in the console', () => {
  test('are asked for once the products are known, and not where there is none', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    const products = (url: URL) => url.pathname.endsWith(`/${merchant.orgId}/products`)
    await page.route(products, async (route) => {
      await held
      await route.continue()
    })
    await tab.goTo(`/${merchant.orgId}/licenses?new=1`)
    await tab.signIn(merchant.email)
    await page.getByRole('dialog').getByRole('status', { name: 'Loading' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Create', exact: true }).count(), 0)
    letGo()
    await page.getByLabel('Quantity').fill('2')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await tab.sees('2 licenses created')
    await page.unroute(products)

    const bare = await call('POST', '/v1/dashboard/orgs', { ...merchant, body: { name: 'Bare' } })
    await tab.goTo(`/${bare.body.data.org.id}/licenses?new=1`)
    await tab.sees('Create a product first')
    await tab.isAccessible('no products')
    await page.getByRole('link', { name: 'Go to products' }).click()
    await page.getByRole('heading', { name: 'Products', exact: true }).waitFor()
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')

  test('are made once where the answer was lost on the way and somebody tries again', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    const keys: (string | null)[] = []
    const lost = [(route: Route) => route.abort(), (route: Route) => route.fulfill({ status: 502 })]
    await page.route(`**/v1/dashboard/orgs/${merchant.orgId}/licenses`, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      keys.push(await route.request().headerValue('idempotency-key'))
      const lose = lost.shift()
      if (!lose) return route.continue()
      await route.fetch()
      await lose(route)
    })
    await tab.goTo(`/${merchant.orgId}/licenses?new=1`)
    await tab.signIn(merchant.email)
    await page.getByLabel('Quantity').fill('3')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await tab.sees('answered 502')
    await tab.isAccessible('a lost answer')
    assert.equal(await page.getByLabel('Quantity').inputValue(), '3')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await tab.sees('3 licenses created')
    assert.lengthOf(keys, 3)
    assert.lengthOf(new Set(keys), 1)
    const { body } = await call('GET', `/v1/dashboard/orgs/${merchant.orgId}/licenses`, merchant)
    assert.equal(body.data.pagination.total, 3)
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')
})
