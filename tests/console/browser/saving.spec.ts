import { test } from '@japa/runner'
import type { Page, Route } from 'playwright'
import { call } from '#tests/testkit/api'
import { ConsoleTab, FOCUS, hasBrowser } from '#tests/testkit/browser'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { until } from '#tests/testkit/wait'
import { furnish } from './scene.js'

const NO_BROWSER = 'there is no Chromium on this machine'

async function open(...[context, assert]: Parameters<typeof ConsoleTab.open>) {
  const merchant = await createMerchant()
  const tab = await ConsoleTab.signedIn(context, assert, merchant, `/products/${merchant.productId}`)
  await tab.page.getByRole('heading', { name: 'Editor' }).waitFor()
  return { merchant, tab, page: tab.page }
}

/** Holds the requests of a method until the test lets them go. */
async function holdBack(page: Page, method: string) {
  const held: Route[] = []
  await page.route('**/v1/**', async (route) => {
    if (route.request().method() === method) held.push(route)
    else await route.continue()
  })
  return {
    held,
    isHeld: () => until('a request is held', async () => held.length > 0),
    letGo: () => held.shift()!.continue(),
  }
}

test.group('saving in the console', () => {
  test('keeps the focus and what is typed meanwhile: {$self}')
    .with([
      { form: 'Policy', tab: '', field: 'Name', method: 'PATCH', save: 'Save' },
      {
        form: 'Features',
        tab: '?tab=tiers',
        field: 'Name of feature 1',
        method: 'PATCH',
        save: 'Save features',
      },
    ])
    .run(async ({ assert, browserContext }, { form, tab: query, field, method, save }) => {
      const { merchant, tab, page } = await open(browserContext, assert)
      await tab.goTo(`/${merchant.orgId}/products/${merchant.productId}${query}`)
      const panel = page.getByRole('form', { name: form })
      const adding = panel.getByRole('button', { name: 'Add a feature' })
      if (query) await adding.click()
      const input = panel.getByLabel(field, { exact: true })
      const saving = panel.getByRole('button', { name: save, exact: true })
      const { isHeld, letGo } = await holdBack(page, method)
      await input.fill('one')
      await saving.focus()
      await page.keyboard.press('Enter')
      await isHeld()
      await panel.locator('[aria-busy=true]').waitFor()
      assert.equal(await page.evaluate(FOCUS), `button ${save}`)
      // A second press does nothing.
      await page.keyboard.press('Enter')
      await input.fill('one_more')
      await letGo()
      await tab.says('Saved')
      assert.equal(await input.inputValue(), 'one_more')
      await input.press('Enter')
      await isHeld()
      await letGo()
      await tab.says('Saved')
      assert.equal(await page.evaluate(FOCUS), `input ${field}`)
      await page.reload()
      await until('it is stored', async () => (await input.inputValue()) === 'one_more')
      tab.isClean()
    })
    .skip(!hasBrowser, NO_BROWSER)

  test('over what somebody else has saved is refused, and what is typed stays', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, tab, page } = await open(browserContext, assert)
    const name = page.getByRole('form', { name: 'Policy' }).getByLabel('Name')
    await call('PATCH', `/v1/dashboard/products/${merchant.productId}`, {
      ...merchant,
      body: { name: 'Theirs' },
    })
    await name.fill('Mine')
    await name.press('Enter')
    await tab.sees('Somebody else changed this in the meantime')
    assert.equal(await name.inputValue(), 'Mine')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('of a shop keeps what is typed meanwhile, and shows what is stored otherwise', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, tab, page } = await open(browserContext, assert)
    await tab.goTo(`/${merchant.orgId}/storefront/shop`)
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('  Tools  ')
    await page.getByLabel('URL name').fill(`shop-${merchant.orgId.slice(-12)}`)
    await name.press('Enter')
    await tab.says('Saved')
    await until('the stored name is shown', async () => (await name.inputValue()) === 'Tools')
    assert.equal(await page.evaluate(FOCUS), 'input Name')
    const { isHeld, letGo } = await holdBack(page, 'PUT')
    await name.fill('Tools of ours')
    await name.press('Enter')
    await isHeld()
    await page.getByLabel('Currency').fill('EUR')
    await letGo()
    await tab.says('Saved')
    assert.equal(await page.getByLabel('Currency').inputValue(), 'EUR')
    assert.equal(await page.evaluate(FOCUS), 'input Currency')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('of the portal sends nothing back that somebody else has changed', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, tab, page } = await open(browserContext, assert)
    const path = `/v1/dashboard/orgs/${merchant.orgId}/portal`
    const portal = async () => (await call('GET', path, merchant)).body.data.portal
    await call('PATCH', path, { ...merchant, body: { registration: 'open', erasure: 'self' } })
    const menu = page.getByRole('link', { name: 'Settings' })
    await menu.click()
    await page.getByRole('link', { name: 'Portal' }).click()
    const access = page.getByLabel('Access')
    await until('the portal is shown', async () => (await access.inputValue()) === 'open')
    await page.getByRole('link', { name: 'Products' }).click()
    await page.getByRole('heading', { name: 'Products' }).waitFor()
    await call('PATCH', path, { ...merchant, body: { registration: 'owners', erasure: 'request' } })
    await page.clock.install()
    await page.clock.fastForward('00:31')
    await menu.click()
    await page.getByRole('link', { name: 'Portal' }).click()
    await until('what they have changed is shown', async () => (await access.inputValue()) === 'owners')
    await page.getByLabel('Colour').fill('#2b6cb0')
    await page.getByLabel('Colour').press('Enter')
    await tab.says('Saved')
    const { registration, erasure, branding } = await portal()
    assert.deepEqual([registration, erasure, branding.accentColor], ['owners', 'request', '#2b6cb0'])
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})

test.group('what the console saves at once', () => {
  test('is shown at once, sent in turn, and taken back if it is refused', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, ids } = await furnish()
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, `/tickets/${ids.ticket}`)
    const { page } = tab
    const [status, priority] = [page.getByLabel('Status', { exact: true }), page.getByLabel('Priority')]
    await priority.waitFor()
    const { held, isHeld, letGo } = await holdBack(page, 'PATCH')
    await priority.selectOption('high')
    await isHeld()
    await status.selectOption('resolved')
    const shown = () => Promise.all([status, priority].map((one) => one.inputValue()))
    assert.deepEqual(await shown(), ['resolved', 'high'])
    assert.lengthOf(held, 1)
    await letGo()
    await isHeld()
    assert.deepEqual(await shown(), ['resolved', 'high'])
    await letGo()
    await page.locator('select[aria-busy=true]').first().waitFor({ state: 'detached' })
    assert.deepEqual(await shown(), ['resolved', 'high'])
    const read = () => call('GET', `/v1/dashboard/tickets/${ids.ticket}`, merchant)
    assert.containSubset((await read()).body.data.ticket, { status: 'resolved', priority: 'high' })

    await priority.selectOption('low')
    await isHeld()
    await held.shift()!.fulfill({ status: 409, json: { error: { code: 'CONFLICT', message: 'Not now' } } })
    await tab.says('Not now')
    assert.deepEqual(await shown(), ['resolved', 'high'])
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})

test.group('a step of a license', () => {
  test('is offered only where the service takes it: only an active license is frozen', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/licenses')
    await tab.sees('No licenses yet')
    const now = Date.now()
    const offered: string[] = []
    for (const status of ['ACTIVE', 'SUSPENDED', 'REVOKED', 'EXPIRED', 'PENDING'] as const) {
      const [license] = await seedLicenses(merchant, 1, {
        status,
        ...(status === 'SUSPENDED' && { suspendedAt: now, pausedSince: now }),
        ...(status === 'EXPIRED' && { expirationMode: 'fixed', expiresAt: now - 1000 }),
      })
      await tab.goTo(`/${merchant.orgId}/licenses/${license.id}`)
      await tab.page.getByRole('button', { name: 'More actions' }).click()
      await tab.page.getByRole('menuitem', { name: 'Delete' }).waitFor()
      const steps = tab.page.getByText('Freeze', { exact: true })
      if ((await steps.count()) > 0) offered.push(status)
    }
    assert.deepEqual(offered, ['ACTIVE'])
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('is on the page once it is taken, before the page is read again', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, ids } = await furnish()
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, `/licenses/${ids.license}`)
    const { page } = tab
    await page.getByRole('button', { name: 'Suspend' }).click()
    const { held } = await holdBack(page, 'GET')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Lift suspension' }).waitFor()
    await page.getByRole('main').getByText('Suspended', { exact: true }).first().waitFor()
    for (const route of held.splice(0)) await route.continue()
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
