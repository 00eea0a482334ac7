import { test } from '@japa/runner'
import { ConsoleTab, hasBrowser, LOOKS, SETTLED } from '#tests/testkit/browser'
import { furnish } from './scene.js'

const SCREENS = [
  '',
  '/licenses',
  '/licenses?new=1',
  '/licenses?search=nothing',
  '/licenses/:license',
  '/licenses/:license?tab=devices',
  '/import',
  '/operations',
  '/products',
  '/products/:product',
  '/products/:product?tab=tiers',
  '/products/:product?tab=releases',
  '/products/:product/releases/:release',
  '/products/:product?tab=keys',
  '/products/:product?tab=webhooks',
  '/products/:product?tab=blacklist',
  '/end-users',
  '/end-users?search=nobody',
  '/end-users/:customer',
  '/tickets',
  '/tickets/:ticket',
  '/webhooks',
  '/webhooks?tab=deliveries',
  '/webhooks/:product/:endpoint',
  '/webhooks/:product/deliveries/:delivery',
  '/storefront',
  '/storefront/orders/:order',
  '/storefront/listings',
  '/storefront/processors',
  '/storefront/processors/:processor',
  '/storefront/shop',
  '/team',
  '/audit',
  '/settings',
  '/settings/you',
  '/settings/portal',
  '/settings/domains',
  '/settings/sso',
  '/nowhere',
]
const OPEN = [
  '/sign-in',
  '/sign-in/sso',
  '/sso?error=FORBIDDEN',
  '/sign-up',
  '/forgot-password',
  '/reset-password?token=x',
  '/nowhere',
]
/**
 * Elements that cannot be scrolled into view: wider than the page or than their container; and a menu item that is out
 * of view.
 */
const STICKS_OUT = `(async () => {
  ${SETTLED}
  const scrolls = '.scroll-x, .scrolled, .code, .tabs, [role=grid]'
  const outside = (one) => one.getBoundingClientRect().right > innerWidth + 1
  const parts = [...document.querySelectorAll('main :is(.input, .button, .pill, h1)')].filter(
    (one) => !one.closest(scrolls) && outside(one)
  )
  const values = [...document.querySelectorAll('main dd:not(.scrolled)')].filter((one) => {
    const words = document.createRange()
    words.selectNodeContents(one)
    return words.getBoundingClientRect().right > one.closest('.panel, main').getBoundingClientRect().right + 1
  })
  const places = [...document.querySelectorAll('.nav [aria-current=page]')].filter(outside)
  return [...parts, ...values, ...places].map((one) => one.outerHTML.slice(0, 120))
})()`

test.group('every screen of the console', () => {
  test('is for everybody, in both themes, at every width', async ({ assert, browserContext }) => {
    const { merchant, ids } = await furnish()
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    for (const screen of OPEN) {
      await tab.goTo(screen)
      await page.getByRole('heading', { level: 1 }).waitFor()
      for (const look of LOOKS.slice(0, 2)) {
        await tab.look(look)
        await tab.isAccessible(`${screen} in the ${look[1]} theme`)
      }
      tab.isClean(screen)
    }
    await tab.goTo('/sign-in')
    await tab.signIn(merchant.email)
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    for (const screen of SCREENS) {
      const path = screen.replace(/:(\w+)/g, (_, name: keyof typeof ids) => ids[name])
      await tab.look(LOOKS[0])
      await tab.goTo(`/${merchant.orgId}${path}`)
      await tab.hasLoaded()
      for (const look of LOOKS) {
        await tab.look(look)
        const [width, theme] = look
        const name = `${screen} at ${width} in the ${theme} theme`
        // The theme only changes colours, and a width only changes the layout.
        if (width === 1440 || (width === 390 && theme === 'light')) await tab.isAccessible(name)
        await tab.fits(name)
        assert.deepEqual(await page.evaluate<string[]>(STICKS_OUT), [], `${name} sticks out`)
      }
      tab.isClean(screen)
    }
  })
    .timeout(300_000)
    .skip(!hasBrowser, 'there is no Chromium on this machine')
})
