import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { hasBrowser, LOOKS } from '#tests/testkit/browser'
import { createTicket } from '#tests/testkit/tickets'
import { enterPortal, insidePortal, portalStage, portalTab } from '#tests/testkit/portal_stage'
import { createListing, createShop, ordersPath } from '#tests/testkit/shops'

const PAGES = [
  '/',
  '/?status=REVOKED',
  '/licenses/:license',
  '/redeem',
  '/shop',
  '/shop?license=:license',
  '/shop/:listing',
  '/orders',
  '/orders/:order',
  '/tickets',
  '/tickets/new?license=:license',
  '/tickets/:ticket',
  '/profile',
  '/nowhere',
]
const OPEN = ['/sign-in', '/nowhere', '/link', '/invite']
const BRANDING = {
  name: 'Acme Tools',
  logoUrl: 'https://acme.example/logo.svg',
  accentColor: '#f5c400',
  supportEmail: 'help@acme.example',
  termsUrl: 'https://acme.example/terms',
  privacyUrl: 'https://acme.example/privacy',
}
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="28"><rect width="90" height="28"/></svg>'

/** The parts of a page that cannot be seen whole by scrolling down, and the current place of its menu if it is out of view. */
const OUTSIDE = `(async () => {
  // What answers a change of the width does so before the next frame.
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  return [...document.querySelectorAll('main :is(.mono, .input, .button, .pill, h1), .top nav [aria-current]')]
    .filter((one) => !one.closest('.scroll-x') && one.getBoundingClientRect().right > innerWidth + 1)
    .map((one) => one.outerHTML.slice(0, 120))
})()`

/** How far the page is scrolled once it has answered a change of the window. */
const SCROLLED = `new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => done(scrollY))))`

test.group('every page of the portal', () => {
  test('is for everybody, in both themes, at every width', async ({ assert, browserContext }) => {
    const signIn = { password: true, licenseKey: true }
    const { merchant, endUser, license } = await portalStage({ signIn, branding: BRANDING })
    const ticket = await createTicket({ ...endUser, endUserId: endUser.id })
    await createShop(merchant)
    const { id: listing } = await createListing(merchant, { kind: 'renewal', extendDays: 30 })
    const { id: listingId } = await createListing(merchant, { fulfilment: 'manual' })
    const body = { listingId, endUserId: endUser.id }
    const made = await call('POST', ordersPath(merchant), { token: merchant.token, body })
    const names = { license: license.id, ticket, listing, order: made.body.data.order.id as string }
    const tab = await portalTab(browserContext, assert, merchant)
    const { page } = tab
    const shown = { contentType: 'image/svg+xml', body: LOGO }
    await page.route('https://acme.example/logo.svg', (route) => route.fulfill(shown))

    async function sweep(address: string) {
      await tab.goTo(address.replace(/:(\w+)/g, (_, name: keyof typeof names) => names[name]))
      await tab.hasLoaded()
      for (const look of LOOKS) {
        await tab.look(look)
        const name = `${address} at ${look[0]} in the ${look[1]} theme`
        await tab.isAccessible(name)
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
        assert.isAtMost(wide, look[0], `${name} scrolls sideways`)
      }
      // A window of 1280 by 1024 pixels at 400 %.
      await page.setViewportSize({ width: 320, height: 256 })
      assert.deepEqual(await page.evaluate(OUTSIDE), [], `${address} at 400 %`)
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
      assert.isAtMost(wide, 320, `${address} scrolls sideways at 400 %`)
      tab.isClean(address)
    }
    for (const address of OPEN) await sweep(address)
    await tab.goTo('/sign-in')
    for (const door of ['Use a password', 'Use a license key', 'Use an email code']) {
      await page.getByRole('button', { name: door }).click()
      for (const look of LOOKS.slice(-2)) {
        await tab.look(look)
        await tab.isAccessible(`${door} in the ${look[1]} theme`)
      }
    }
    await enterPortal(tab, endUser.email)
    await tab.sees(license.key)
    for (const address of PAGES) await sweep(address)
    tab.isClean()
  })
    .timeout(180_000)
    .skip(!hasBrowser, 'there is no Chromium on this machine')

  test('is worked with keys alone', async ({ assert, browserContext }) => {
    const { license, tab, page } = await insidePortal(browserContext, assert, '/')
    await tab.sees(license.key)
    await page.reload()
    await tab.sees(license.key)
    await page.keyboard.press('Tab')
    await page.getByRole('link', { name: 'Skip to content' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.getByRole('link', { name: 'Redeem a key' }).and(page.locator(':focus')).waitFor()
    for (let step = 0; step < 3; step++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`/licenses/${license.id}$`))
    await page.getByRole('button', { name: /^Remove .*SKTOP/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: /^Remove .*SKTOP/ })
      .and(page.locator(':focus'))
      .waitFor()
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')
})

test.group('a list of the portal', () => {
  test('is whole at an address with a word that names no status', async ({ assert, browserContext }) => {
    const { merchant, endUser, license } = await portalStage()
    await createTicket({ orgId: merchant.orgId, endUserId: endUser.id })
    const tab = await portalTab(browserContext, assert, merchant)
    await tab.goTo('/?status=nowhere')
    await enterPortal(tab, endUser.email)
    await tab.sees(license.key)
    await tab.goTo('/tickets?status=nowhere')
    await tab.sees('It does not start')
    assert.equal(await tab.page.getByLabel('Status').inputValue(), '')
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')
})

test.group('a page of the portal', () => {
  test('stays where it is when the window changes', async ({ assert, browserContext }) => {
    const { merchant, endUser, license } = await portalStage()
    const tab = await portalTab(browserContext, assert, merchant)
    const { page } = tab
    await tab.goTo(`/licenses/${license.id}`)
    await enterPortal(tab, endUser.email)
    await page.getByRole('button', { name: /^Remove .*SKTOP/ }).waitFor()
    await page.setViewportSize({ width: 390, height: 300 })
    await page.evaluate('scrollTo(0, 200)')
    // As a phone that hides its bar.
    await page.setViewportSize({ width: 390, height: 340 })
    assert.equal(await page.evaluate(SCROLLED), 200)
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')
})

test.group('an address of the portal', () => {
  test('with an id that is none says that no page is there', async ({ assert, browserContext }) => {
    const { merchant, endUser, license } = await portalStage()
    await createShop(merchant)
    const tab = await portalTab(browserContext, assert, merchant)
    await tab.goTo('/')
    await enterPortal(tab, endUser.email)
    await tab.sees(license.key)
    for (const place of ['tickets', 'shop', 'licenses', 'orders']) {
      await tab.goTo(`/${place}/abc`)
      await tab.page.getByRole('heading', { name: 'Page not found' }).waitFor()
      assert.equal(await tab.page.getByRole('button', { name: 'Try again' }).count(), 0, place)
    }
    await tab.page.getByRole('link', { name: 'Go to your licenses' }).click()
    await tab.sees(license.key)
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')
})
