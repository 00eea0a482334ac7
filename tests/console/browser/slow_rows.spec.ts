import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { ConsoleTab, hasBrowser, writesOf } from '#tests/testkit/browser'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { connect, drain, tell } from '#tests/testkit/processors'
import { createListing, createShop } from '#tests/testkit/shops'

const SALE = { ref: 'pay_1', providerRef: 'price_1', customer: { email: 'ada@example.net' } }

/** Pages with a button in each row, and the name of the button. */
const PAGES: Record<string, { open: (merchant: Merchant) => Promise<string>; button: RegExp }> = {
  'a listing': {
    open: async (merchant) => {
      await createShop(merchant)
      await createListing(merchant)
      return '/storefront/listings'
    },
    button: /^Hide/,
  },
  'an event of a processor': {
    open: async (merchant) => {
      const { id } = await connect(merchant)
      await tell(id, 'purchase.paid', { ...SALE, amount: 1900, currency: 'EUR' })
      await drain()
      return `/storefront/processors/${id}`
    },
    button: /^Retry/,
  },
}

/** Holds the answers to the writes of a page until `release` is called. */
async function hold(page: Page) {
  const held = Promise.withResolvers<void>()
  await page.route(/\/v1\//, async (route) => {
    if (route.request().method() !== 'GET') await held.promise
    await route.continue()
  })
  return held.resolve
}

test.group('a button of a row while the service takes its time', () => {
  test('is busy, and sends nothing a second time: {$self}')
    .with(Object.keys(PAGES))
    .run(async ({ assert, browserContext }, name) => {
      const { open, button } = PAGES[name]
      const merchant = await createMerchant()
      const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, await open(merchant))
      const { page } = tab
      const pressed = page.getByRole('button', { name: button })
      await pressed.waitFor()
      const release = await hold(page)
      const writes = writesOf(page)
      await pressed.press('Enter')
      await page.locator('button[aria-busy=true]').waitFor()
      await pressed.press('Enter')
      await pressed.press('Enter')
      release()
      await page.locator('button[aria-busy=true]').waitFor({ state: 'detached' })
      assert.lengthOf(await writes(), 1)
      tab.isClean()
    })
    .skip(!hasBrowser, 'there is no Chromium on this machine')
})
