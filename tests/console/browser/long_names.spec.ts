import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { createMerchant } from '#tests/testkit/merchant'
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
