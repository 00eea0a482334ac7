import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { createMerchant } from '#tests/testkit/merchant'
import { createListing, createShop } from '#tests/testkit/shops'
import { createTicket } from '#tests/testkit/tickets'
import { createTier } from '#tests/testkit/tiers'
import { createEndpoint } from '#tests/testkit/webhooks'

const NO_BROWSER = 'there is no Chromium on this machine'
/** The longest key that the service accepts. Nothing in it lets a browser break the line. */
const KEY = 'K'.repeat(128)

/** The texts of elements that end outside the page. */
const outside = (page: Page, selector: string) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].filter(
      (one) => one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.outerHTML.slice(0, 120))`
  )

/** The least width of elements. */
const narrowest = (page: Page, selector: string) =>
  page.evaluate<number>(
    `Math.min(...[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.clientWidth))`
  )

/** True if a table is wider than its panel. */
const SCROLLS = `[...document.querySelectorAll('.scroll-x')].some((one) => one.scrollWidth > one.clientWidth)`

/** Headings, cells of tables and lines of a timeline whose text ends outside them. */
const OVERFLOWS = `[...document.querySelectorAll('h1, .rows td, .timeline li > div')].filter((one) => {
  const words = document.createRange()
  words.selectNodeContents(one)
  return words.getBoundingClientRect().right > one.getBoundingClientRect().right + 1
}).map((one) => one.outerHTML.slice(0, 120))`

/** The number of lines on which the names of a table's rows stand. */
const LINES_OF_NAMES = `[...document.querySelectorAll('.rows td:first-child')].map((one) => {
  const words = document.createRange()
  words.selectNodeContents(one.querySelector('button'))
  return new Set([...words.getClientRects()].map(({ top }) => top)).size
})`

async function open(...[context, assert]: Parameters<typeof ConsoleTab.open>) {
  const merchant = await createMerchant()
  const post = async (path: string, body: object) => call('POST', path, { ...merchant, body })
  const made = await post(`/v1/dashboard/orgs/${merchant.orgId}/licenses`, {
    productId: merchant.productId,
    key: KEY,
    metadata: { note: 'n'.repeat(200) },
  })
  await post(`/v1/dashboard/products/${merchant.productId}/api-keys`, {
    name: 'N'.repeat(100),
    permissions: ['license:read'],
  })
  await createEndpoint(merchant, { url: `https://example.com/${'p'.repeat(300)}` })
  const tab = await ConsoleTab.signedIn(context, assert, merchant, '')
  await tab.sees('All licenses')
  return { merchant, tab, page: tab.page, id: made.body.data.licenses[0].id as string }
}

test.group('long names in the console', () => {
  test('leave every button of a license within reach', async ({ assert, browserContext }) => {
    const { merchant, tab, page, id } = await open(browserContext, assert)
    for (const width of [1440, 800, 360]) {
      await tab.look([width as 1440, 'light'])
      await tab.goTo(`/${merchant.orgId}/licenses?peek=${id}`)
      await page.locator('.peek .timeline').waitFor()
      assert.deepEqual(await outside(page, '.peek, .peek :is(button, a, dd)'), [], `preview at ${width}`)

      await tab.goTo(`/${merchant.orgId}/licenses/${id}`)
      await page.getByRole('heading', { name: 'Policy' }).waitFor()
      assert.deepEqual(await outside(page, 'main :is(button, h1, dd)'), [], `page at ${width}`)
      assert.isAbove(await narrowest(page, 'main dd'), 100, `values at ${width}`)
    }
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, NO_BROWSER)

  test('are whole in the dialog that asks to type a key', async ({ assert, browserContext }) => {
    const { merchant, tab, page, id } = await open(browserContext, assert)
    await tab.goTo(`/${merchant.orgId}/licenses/${id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByText(KEY).waitFor()
    for (const width of [1440, 390]) {
      await tab.look([width as 1440, 'light'])
      const over = await page.evaluate<number>(
        `Math.max(...[...document.querySelectorAll('.dialog, .dialog p')].map((one) => one.scrollWidth - one.clientWidth))`
      )
      assert.isAtMost(over, 0, `at ${width}`)
    }
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('leave the menus of rows in view at every width, beside a preview too', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, tab, page, id } = await open(browserContext, assert)
    for (const query of ['', `?peek=${id}`]) {
      await tab.look([1440, 'light'])
      await tab.goTo(`/${merchant.orgId}/licenses${query}`)
      await page.locator('.row-menu').first().waitFor({ state: 'attached' })
      for (const width of [1440, 1100, 860, 800, 768, 700, 600, 390]) {
        await tab.look([width as 1440, 'light'])
        const isShown = await page.locator('.row-menu').first().isVisible()
        if (query && !isShown) continue
        const over = await page.evaluate<number>(
          `document.querySelector('[role=grid]').scrollWidth - document.querySelector('[role=grid]').clientWidth`
        )
        assert.isAtMost(over, 0, `${query} at ${width}`)
      }
    }
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('leave the other columns of a table in view', async ({ assert, browserContext }) => {
    const { merchant, tab, page } = await open(browserContext, assert)
    await tab.goTo(`/${merchant.orgId}/products/${merchant.productId}?tab=keys`)
    await page.getByText('NNN').waitFor()
    assert.deepEqual(await outside(page, 'main .rows :is(td, th)'), [])
    assert.isFalse(await page.evaluate(SCROLLS))
    await tab.goTo(`/${merchant.orgId}/webhooks`)
    await page.getByText('ppp').waitFor()
    assert.isFalse(await page.evaluate(SCROLLS))
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('leave texts in their columns, and reasons in the timeline', async ({ assert, browserContext }) => {
    const { merchant, tab, page, id } = await open(browserContext, assert)
    const { orgId, productId } = merchant
    const blacklist = `/v1/dashboard/blacklists/products/${productId}`
    const device = { type: 'HWID', value: 'H'.repeat(200), reason: 'R'.repeat(200) }
    await call('POST', blacklist, { ...merchant, body: device })
    await call('PATCH', `/v1/dashboard/licenses/${id}`, {
      ...merchant,
      body: { frozen: true, reason: 'R'.repeat(200) },
    })
    await createShop(merchant)
    await createListing(merchant, { name: 'L'.repeat(100), published: false })
    for (const [width, address, text] of [
      [1440, `/products/${productId}?tab=blacklist`, 'HHH'],
      [390, `/products/${productId}?tab=blacklist`, 'HHH'],
      [1440, '/storefront/listings', 'LLL'],
      [390, '/storefront/listings', 'LLL'],
      [390, `/licenses/${id}?tab=timeline`, 'RRR'],
      [1440, `/licenses?peek=${id}`, 'RRR'],
    ] as const) {
      await tab.look([width, 'light'])
      await tab.goTo(`/${orgId}${address}`)
      await page.getByText(text).first().waitFor()
      assert.deepEqual(await page.evaluate(OVERFLOWS), [], `${address} at ${width}`)
    }
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, NO_BROWSER)

  test('leave the words of a title in the page', async ({ assert, browserContext }) => {
    const { merchant, tab, page } = await open(browserContext, assert)
    const { orgId, productId } = merchant
    const long = 'W'.repeat(100)
    const made = await call('POST', `/v1/dashboard/orgs/${orgId}/end-users`, {
      ...merchant,
      body: { externalId: 'crm-1', firstName: long },
    })
    await call('PATCH', `/v1/dashboard/products/${productId}`, { ...merchant, body: { name: long } })
    const { id: endUserId } = made.body.data.endUser
    const ticket = await createTicket({ orgId, endUserId, subject: long })
    for (const address of [`/end-users/${endUserId}`, `/products/${productId}`, `/tickets/${ticket}`])
      for (const width of [1300, 390]) {
        await tab.look([width as 390, 'light'])
        await tab.goTo(`/${orgId}${address}`)
        await page.getByRole('heading', { name: long }).waitFor()
        assert.deepEqual(await page.evaluate(OVERFLOWS), [], `${address} at ${width}`)
        assert.deepEqual(await outside(page, 'main :is(h1, h1 *, button)'), [], `${address} at ${width}`)
      }
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('leave settings inside their panel, and counts without gaps', async ({ assert, browserContext }) => {
    const { merchant, tab, page } = await open(browserContext, assert)
    for (const width of [1440, 900, 720, 360]) {
      await tab.look([width as 1440, 'light'])
      const gap = await page.evaluate<number>(
        `document.querySelector('.counts').getBoundingClientRect().right -
          document.querySelector('.counts a:last-child').getBoundingClientRect().right`
      )
      assert.isAtMost(gap, 2, `counts at ${width}`)
    }
    await tab.goTo(`/${merchant.orgId}/settings`)
    await page.getByLabel('Name').waitFor()
    const over = await page.evaluate(
      `[...document.querySelectorAll('form.panel')].some((one) => one.scrollWidth > one.clientWidth)`
    )
    assert.isFalse(over)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})

test.group('ordinary names in the console', () => {
  test('stay whole on a phone', async ({ assert, browserContext }) => {
    const { merchant, tab, page } = await open(browserContext, assert)
    await createTier(merchant, { name: 'Professional' })
    await createTier(merchant, { name: 'Pro' })
    await createShop(merchant)
    await createListing(merchant, { name: 'Professional', published: false })
    for (const address of [`/products/${merchant.productId}?tab=tiers`, '/storefront/listings']) {
      await tab.look([390, 'light'])
      await tab.goTo(`/${merchant.orgId}${address}`)
      await page.getByRole('button', { name: 'Professional', exact: true }).waitFor()
      const lines = await page.evaluate<number[]>(LINES_OF_NAMES)
      assert.isAbove(lines.length, 0)
      assert.isTrue(
        lines.every((one) => one === 1),
        `${address}: ${lines.join()}`
      )
    }
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
