import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { connect, post, signedBy } from '#tests/testkit/processors'
import { createListing, createShop, ordersPath, shopPath } from '#tests/testkit/shops'

const NO_BROWSER = 'there is no Chromium on this machine'
const YEAR = { expirationMode: 'fixed' as const, expiresAt: '2030-01-01T00:00:00.000Z' }

test.group('selling by hand in the console', () => {
  test('a sale that was made elsewhere becomes an order, and a renewal acts on the license of it', async ({
    assert,
    browserContext,
  }) => {
    const { merchant } = await createShop()
    await createListing(merchant, { name: 'Until 2030', terms: YEAR } as object)
    const month = await createListing(merchant, { name: 'A month', kind: 'renewal', extendDays: 30 })
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    const dialog = page.getByRole('dialog')
    await tab.goTo(`/${merchant.orgId}/storefront`)
    await tab.signIn(merchant.email)
    await page.getByRole('button', { name: 'Record a sale' }).click()
    await dialog.getByLabel('Listing').selectOption('Until 2030 (new license)')
    await dialog.getByLabel('Email of the end user').fill('ada@nowhere')
    await dialog.getByLabel('External reference').fill('Invoice 4711')
    await dialog.getByRole('button', { name: 'Record sale' }).click()
    await dialog.getByRole('alert').waitFor()
    await tab.isAccessible('sale')
    await dialog.getByLabel('Email of the end user').fill('ada@example.net')
    await dialog.getByRole('button', { name: 'Record sale' }).click()
    await page.locator('.pill', { hasText: 'Fulfilled' }).waitFor()
    await tab.sees('Invoice 4711')
    const [sold] = (await call('GET', ordersPath(merchant), merchant)).body.data.orders
    assert.containSubset(sold, { source: 'merchant', quantity: 1, reference: 'Invoice 4711' })
    const [{ id, key }] = sold.licenses

    await tab.goTo(`/${merchant.orgId}/storefront?person=${sold.endUserId}`)
    await page.getByRole('button', { name: 'Record a sale' }).click()
    await dialog.getByLabel('Listing').selectOption(month.id)
    await dialog.getByText('To ada@example.net').waitFor()
    await dialog.getByRole('button', { name: 'Record sale' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('Find the license').fill(key.slice(-8))
    await dialog.getByLabel('License', { exact: true }).selectOption(key)
    await tab.isAccessible('renewal')
    await dialog.getByRole('button', { name: 'Record sale' }).click()
    await page.getByRole('heading', { name: 'A month' }).waitFor()
    await page.locator('.pill', { hasText: 'Fulfilled' }).waitFor()
    const { license } = (await call('GET', `/v1/dashboard/licenses/${id}`, merchant)).body.data
    assert.equal(license.expiresAt, '2030-01-31T00:00:00.000Z')
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, NO_BROWSER)

  test('listings have tiers, subscriptions and a start of their days; the shop is deleted', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, storefront } = await createShop()
    const tiers = `/v1/dashboard/products/${merchant.productId}/tiers`
    const tier = async (code: string, name: string) =>
      (await call('POST', tiers, { ...merchant, body: { code, name } })).body.data.tier.id as string
    const [basic, pro] = [await tier('basic', 'Basic'), await tier('pro', 'Pro')]
    const listed = async (name: string) => {
      const { listings } = (await call('GET', `${shopPath(merchant)}/listings`, merchant)).body.data
      return listings.find((one: { name: string }) => one.name === name)
    }
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    const dialog = page.getByRole('dialog')
    const begin = async (name: string, kind: string) => {
      await page.getByRole('button', { name: 'New listing' }).click()
      await dialog.getByLabel('Name', { exact: true }).fill(name)
      await dialog.getByLabel('Type').selectOption(kind)
    }
    const finish = async (page: Page, name: string) => {
      await dialog.getByRole('button', { name: 'Create listing' }).click()
      await page.getByRole('button', { name, exact: true }).waitFor()
      await dialog.waitFor({ state: 'detached' })
    }
    await tab.goTo(`/${merchant.orgId}/storefront/listings`)
    await tab.signIn(merchant.email)
    await begin('Basic, monthly', 'new')
    await dialog.getByLabel('License tier').selectOption('Basic')
    await dialog.getByLabel('Grace period, days').fill('7')
    await dialog.getByLabel('When the subscription ends').selectOption('suspend')
    await dialog.getByLabel('Price', { exact: true }).fill('5')
    await dialog.getByRole('button', { name: 'Create listing' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('Currency').fill('eur')
    await tab.isAccessible('tier of a listing')
    await finish(page, 'Basic, monthly')
    assert.containSubset(await listed('Basic, monthly'), {
      ...{ tierId: basic, graceDays: 7, onEnd: 'suspend' },
      price: { amount: 500, currency: 'EUR' },
    })

    await begin('To Pro', 'upgrade')
    await dialog.getByLabel('New tier').selectOption('Pro')
    await dialog.getByLabel('Basic').check()
    await tab.isAccessible('upgrade')
    await finish(page, 'To Pro')
    assert.containSubset(await listed('To Pro'), { toTierId: pro, fromTierIds: [basic] })

    await begin('A year more', 'renewal')
    await dialog.getByLabel('Days added').fill('365')
    await dialog.getByLabel('Extend from').selectOption('expiry')
    await finish(page, 'A year more')
    await page.getByRole('button', { name: 'A year more', exact: true }).click()
    assert.equal(await dialog.getByLabel('Extend from').inputValue(), 'expiry')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.containSubset(await listed('A year more'), { extendDays: 365, renewFrom: 'expiry' })

    await tab.goTo(`/${merchant.orgId}/storefront/shop`)
    await page.getByRole('button', { name: 'Delete shop' }).click()
    await dialog.getByLabel('Type “Editor shop”').fill(storefront.name)
    await tab.isAccessible('delete shop')
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('heading', { name: 'Open a shop' }).waitFor()
    assert.equal((await call('GET', shopPath(merchant), merchant)).status, 404)
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, NO_BROWSER)

  test('a processor gets another name and secret, and says what an event would do', async ({
    assert,
    browserContext,
  }) => {
    const { merchant } = await createShop()
    const processor = await connect(merchant)
    const event = (providerRef: string) => ({
      ...{ type: 'purchase.paid', id: `evt_${providerRef}`, occurredAt: new Date().toISOString() },
      data: { ref: `pay_${providerRef}`, providerRef, customer: { email: 'ada@example.net' } },
    })
    await createListing(merchant, {
      name: 'One year',
      providerRefs: [{ processorId: processor.id, ref: 'price_1' }],
    })
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    const dialog = page.getByRole('dialog')
    await tab.goTo(`/${merchant.orgId}/storefront/processors/${processor.id}`)
    await tab.signIn(merchant.email)
    await page.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Name').fill('The shop of my brother')
    await dialog.getByLabel('New signing secret').fill('short')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('alert').waitFor()
    await tab.isAccessible('change processor')
    const secret = `whsec_${Buffer.from('another secret of many letters').toString('base64')}`
    await dialog.getByLabel('New signing secret').fill(secret)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await tab.says('Saved')
    await page.getByRole('heading', { name: 'The shop of my brother' }).waitFor()
    const body = JSON.stringify(event('price_9'))
    assert.equal((await post(processor.id, body, signedBy('standard', body, secret))).status, 200)

    await page.getByRole('button', { name: 'Test an event' }).click()
    await dialog.getByLabel('Event').fill('{')
    await dialog.getByRole('button', { name: 'Run test' }).click()
    await dialog.getByText('This is not a JSON object').waitFor()
    await dialog.getByLabel('Event').fill(JSON.stringify(event('price_8')))
    await dialog.getByRole('button', { name: 'Run test' }).click()
    await dialog.locator('.pill', { hasText: 'Ignored' }).waitFor()
    await dialog.getByLabel('Event').fill(JSON.stringify(event('price_1')))
    await dialog.getByRole('button', { name: 'Run test' }).click()
    await dialog.locator('.pill', { hasText: 'Done' }).waitFor()
    await tab.isAccessible('try an event')
    assert.lengthOf((await call('GET', ordersPath(merchant), merchant)).body.data.orders, 0)
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, NO_BROWSER)
})
