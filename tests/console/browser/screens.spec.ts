import { test } from '@japa/runner'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
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
/** What nobody can scroll to: wider than the page, or than what it stands in; and a place in the menu that is out of view. */
const STICKS_OUT = `(async () => {
  // What answers a change of the width does so before the next frame.
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
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
const WIDTHS = [1440, 760, 390]

test.group('every screen of the console', () => {
  test('is for everybody, in the {$self} theme, at every width')
    .with(['light', 'dark'] as const)
    .run(async ({ assert, browserContext }, colorScheme) => {
      const { merchant, ids } = await furnish()
      const tab = await ConsoleTab.open(browserContext, assert)
      const { page } = tab
      await page.emulateMedia({ colorScheme })
      for (const screen of OPEN) {
        await tab.goTo(screen)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await tab.isAccessible(screen)
      }
      await tab.goTo('/sign-in')
      await tab.signIn(merchant.email)
      await page.getByRole('navigation', { name: 'Main' }).waitFor()
      for (const screen of SCREENS) {
        const path = screen.replace(/:(\w+)/g, (_, name: keyof typeof ids) => ids[name])
        await tab.goTo(`/${merchant.orgId}${path}`)
        await page.locator('h1').first().waitFor()
        await tab.hasLoaded()
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 })
          // The theme changes colours, and a width what is there.
          const looked = width === 1440 || (width === 390 && colorScheme === 'light')
          if (looked) await tab.isAccessible(`${screen} at ${width}`)
          const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
          assert.isAtMost(wide, width, `${screen} at ${width} scrolls sideways`)
          assert.deepEqual(await page.evaluate<string[]>(STICKS_OUT), [], `${screen} at ${width} sticks out`)
        }
      }
      tab.isClean()
    })
    .timeout(300_000)
    .skip(!hasBrowser, 'there is no Chromium on this machine')
})
