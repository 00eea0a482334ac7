import { test } from '@japa/runner'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'

const NO_BROWSER = 'there is no Chromium on this machine'
/** Letters that mean an action or a move in the list of licenses, and a page after "g". */
const PLACES = [
  ['f', 'Storefront'],
  ['r', 'Products'],
  ['u', 'End users'],
  ['k', 'Tickets'],
] as const

test.group('two keys for a page', () => {
  test('go there from the list of licenses and change nothing in it', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, 5)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/licenses')
    const { page } = tab
    await page.getByRole('row').nth(2).waitFor()
    for (const [letter, heading] of PLACES) {
      await tab.goTo(`/${merchant.orgId}/licenses`)
      await page.getByRole('grid').focus()
      await page.keyboard.press('g')
      await page.keyboard.press(letter)
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
      assert.equal(await page.getByRole('dialog').count(), 0, `g ${letter}`)
    }
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('go there from a license and open no dialog', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const [license] = await seedLicenses(merchant, 1)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, `/licenses/${license.id}`)
    const { page } = tab
    for (const reload of [false, true]) {
      if (reload) await tab.goTo(`/${merchant.orgId}/licenses/${license.id}`)
      await page.getByRole('heading', { name: license.key }).waitFor()
      // Every change of the page, also one that lasts for a moment only.
      await page.evaluate(
        `new MutationObserver(() => document.querySelector('[role=dialog]') && (window.hadDialog = true))
          .observe(document.body, { childList: true, subtree: true })`
      )
      await page.keyboard.press('g')
      await page.keyboard.press('f')
      await page.getByRole('heading', { name: 'Storefront' }).waitFor()
      assert.isUndefined(await page.evaluate('window.hadDialog'), `after a load: ${reload}`)
    }
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
