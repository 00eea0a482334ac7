import { test } from '@japa/runner'
import type { Locator } from 'playwright'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser, writesOf } from '#tests/testkit/browser'
import { createMerchant } from '#tests/testkit/merchant'
import { createListing, createShop, shopPath } from '#tests/testkit/shops'
import { createTier } from '#tests/testkit/tiers'
import { createEndpoint } from '#tests/testkit/webhooks'

const NO_BROWSER = 'there is no Chromium on this machine'
const OVERTAKEN = 'Somebody else changed this in the meantime'

async function open(...[context, assert]: Parameters<typeof ConsoleTab.open>) {
  const merchant = await createMerchant()
  const asOther = async (method: string, path: string, body?: object) =>
    (await call(method, path, { ...merchant, body })).body.data
  const show = async (place: string) => {
    const tab = await ConsoleTab.signedIn(context, assert, merchant, place)
    const dialog = tab.page.getByRole('dialog')
    const save = () => dialog.getByRole('button', { name: 'Save' }).click()
    const isClosed = () => dialog.waitFor({ state: 'detached' })
    return { tab, page: tab.page, dialog, save, isClosed }
  }
  return { merchant, asOther, show }
}

/** Saves over a change of the same field, which is refused; then the form is opened again and shows that change. */
async function isRefused(dialog: Locator, save: () => Promise<void>) {
  await save()
  await dialog.getByText(OVERTAKEN).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
}

test.group('a form that was opened before somebody else saved', () => {
  test('changes of a tier only what was changed in it', async ({ assert, browserContext }) => {
    const { merchant, asOther, show } = await open(browserContext, assert)
    const features = [
      { name: 'export', type: 'boolean' },
      { name: 'seats', type: 'integer' },
    ]
    await asOther('PATCH', `/v1/dashboard/products/${merchant.productId}`, { features })
    const { id } = await createTier(merchant, {
      name: 'Pro',
      features: { seats: 5 },
      terms: { expirationMode: 'afterActivation', expiresAfterDays: 30 },
      channels: ['beta', 'stable'],
    })
    const path = `/v1/dashboard/tiers/${id}`
    const place = `/products/${merchant.productId}?tab=tiers`
    const { tab, page, dialog, save, isClosed } = await show(place)
    const edit = () => page.getByRole('button', { name: 'Pro', exact: true }).click()
    await page.getByRole('button', { name: 'Pro', exact: true }).waitFor()
    const theirs = { policy: { hwidMode: 'limit', hwidLimit: 2 }, updatesDays: 365, channels: null }
    await asOther('PATCH', path, { ...theirs, features: { seats: 7 }, terms: null })
    await edit()
    await dialog.getByLabel('Name', { exact: true }).fill('Team')
    await save()
    await isClosed()
    const { tier } = await asOther('GET', path)
    assert.containSubset(tier, { ...theirs, name: 'Team', features: { seats: 7 }, terms: null })

    await page.getByRole('button', { name: 'Team', exact: true }).click()
    const writes = writesOf(page)
    await save()
    await isClosed()
    assert.deepEqual(await writes(), [])

    await page.getByRole('button', { name: 'Team', exact: true }).click()
    await asOther('PATCH', path, { policy: { ...theirs.policy, hwidLimit: 3 } })
    await dialog.getByLabel('Concurrent sessions').fill('4')
    await isRefused(dialog, save)
    assert.equal((await asOther('GET', path)).tier.policy.hwidLimit, 3)
    await page.getByRole('button', { name: 'Team', exact: true }).click()
    await dialog.getByLabel('Concurrent sessions').fill('4')
    await save()
    await isClosed()
    const { policy } = (await asOther('GET', path)).tier
    assert.deepEqual(policy, { hwidMode: 'limit', hwidLimit: 3, maxConcurrentSessions: 4 })
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('saves the terms of a tier again after a lost answer', async ({ assert, browserContext }) => {
    const { merchant, asOther, show } = await open(browserContext, assert)
    const { id } = await createTier(merchant, { name: 'Pro' })
    const path = `/v1/dashboard/tiers/${id}`
    const { tab, page, dialog, save, isClosed } = await show(`/products/${merchant.productId}?tab=tiers`)
    let isLost = true
    await page.route(`**${path}`, async (route) => {
      if (route.request().method() !== 'PATCH' || !isLost) return route.continue()
      await route.fetch()
      await route.fulfill({ status: 502 })
    })
    await page.getByRole('button', { name: 'Pro', exact: true }).click()
    await dialog.getByLabel('Expiry', { exact: true }).selectOption('afterActivation')
    await dialog.getByLabel('Days after first use').fill('30')
    await save()
    await dialog.getByText('answered 502').waitFor()
    isLost = false
    await save()
    await isClosed()
    const { terms } = (await asOther('GET', path)).tier
    assert.containSubset(terms, { expirationMode: 'afterActivation', expiresAfterDays: 30 })
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('does not take away a feature that it does not know', async ({ assert, browserContext }) => {
    const { merchant, asOther, show } = await open(browserContext, assert)
    const product = `/v1/dashboard/products/${merchant.productId}`
    const pro = { name: 'pro', type: 'boolean' }
    await asOther('PATCH', product, { features: [pro] })
    const { id } = await createTier(merchant, { name: 'Pro', features: { pro: false } })
    const { tab, page, dialog, save } = await show(`/products/${merchant.productId}?tab=tiers`)
    await page.getByRole('button', { name: 'Pro', exact: true }).click()
    await dialog.getByLabel('pro', { exact: true }).selectOption('true')
    await asOther('PATCH', product, { features: [pro, { name: 'seats', type: 'integer' }] })
    const features = { pro: false, seats: 5 }
    await asOther('PATCH', `/v1/dashboard/tiers/${id}`, { features })
    await isRefused(dialog, save)
    assert.deepEqual((await asOther('GET', `/v1/dashboard/tiers/${id}`)).tier.features, features)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('changes of a listing only what was changed in it', async ({ assert, browserContext }) => {
    const { merchant, asOther, show } = await open(browserContext, assert)
    await createShop(merchant)
    const listing = { price: { amount: 5900, currency: 'EUR' }, fulfilment: 'manual', stock: 600 } as const
    const { id } = await createListing(merchant, listing)
    const path = `${shopPath(merchant)}/listings/${id}`
    const { tab, page, dialog, save, isClosed } = await show('/storefront/listings')
    const edit = () => page.getByRole('button', { name: 'One year', exact: true }).click()
    await edit()
    const theirs = {
      price: { amount: 7900, currency: 'EUR' },
      stock: 700,
      policyOverride: { hwidMode: 'limit', hwidLimit: 2 },
    }
    await asOther('PATCH', path, theirs)
    await dialog.getByLabel('Description').fill('For one year')
    await save()
    await isClosed()
    const { listing: saved } = await asOther('GET', path)
    assert.containSubset(saved, { ...theirs, description: 'For one year' })

    await edit()
    await asOther('PATCH', path, { price: { amount: 8900, currency: 'EUR' } })
    await dialog.getByLabel('Price', { exact: true }).fill('69')
    await isRefused(dialog, save)
    assert.equal((await asOther('GET', path)).listing.price.amount, 8900)

    // The limit in the form is the one that is stored, whatever the price is.
    await edit()
    await dialog.getByLabel('Price', { exact: true }).fill('')
    await save()
    await isClosed()
    assert.containSubset((await asOther('GET', path)).listing, { price: null, perCustomer: null })
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('changes of an endpoint only what was changed in it', async ({ assert, browserContext }) => {
    const { merchant, asOther, show } = await open(browserContext, assert)
    const [url, moved] = ['https://example.com/hook', 'https://example.com/moved']
    const { id } = await createEndpoint(merchant, { url })
    const path = `/v1/dashboard/webhooks/products/${merchant.productId}/${id}`
    const { tab, page, dialog, save, isClosed } = await show(`/webhooks/${merchant.productId}/${id}`)
    const edit = async () => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      await dialog.getByLabel('URL').waitFor()
    }
    const stored = async () => {
      const all = await asOther('GET', `/v1/dashboard/webhooks/products/${merchant.productId}`)
      return all.endpoints[0]
    }
    await edit()
    const theirs = { events: ['license.suspended', 'license.updated'], payload: 'full' }
    await asOther('PATCH', path, theirs)
    await dialog.getByLabel('URL').fill(moved)
    await save()
    await isClosed()
    assert.containSubset(await stored(), { ...theirs, url: moved })

    await page.getByRole('heading', { name: moved }).waitFor()
    await edit()
    await asOther('PATCH', path, { events: ['license.revoked'] })
    await dialog.getByLabel('license.frozen').check()
    await isRefused(dialog, save)
    assert.deepEqual((await stored()).events, ['license.revoked'])
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
