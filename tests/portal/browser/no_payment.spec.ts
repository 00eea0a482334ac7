import { test } from '@japa/runner'
import { accounts } from '#config/accounts'
import { call } from '#tests/testkit/api'
import { hasBrowser } from '#tests/testkit/browser'
import { enterPortal, portalStage, portalTab } from '#tests/testkit/portal_stage'
import { connect, tell } from '#tests/testkit/processors'
import { createListing, createShop, shopPath } from '#tests/testkit/shops'

/** Why end users cannot pay for a listing that they see. */
const REASONS = {
  'billing is off': () => {},
  'no processor is ready': () => void (accounts.billingEnabled = true),
}

/** contract/10-storefront#105-orders */
test.group('a buyer where no payment can be taken', (group) => {
  group.each.teardown(() => void (accounts.billingEnabled = false))

  for (const [reason, happens] of Object.entries(REASONS))
    test(`reads so in words that mean something to them: ${reason}`, async ({ assert, browserContext }) => {
      const { merchant, endUser } = await portalStage()
      await createShop(merchant)
      const { id: processorId } = await connect(merchant)
      await tell(processorId, 'hello', {})
      await createListing(merchant, {
        ...{ name: 'One year', price: { amount: 1900, currency: 'EUR' } },
        checkoutUrl: 'https://pay.example.com/year',
      })
      const path = `${shopPath(merchant)}/processors/${processorId}`
      await call('PATCH', path, { token: merchant.token, body: { paused: true } })
      happens()
      const tab = await portalTab(browserContext, assert, merchant)
      const { page } = tab
      await tab.goTo('/shop')
      await enterPortal(tab, endUser.email)
      await page.getByRole('link', { name: /One year/ }).click()
      await page.getByRole('button', { name: 'Go to payment' }).click()
      const said = await page.getByRole('alert').innerText()
      assert.equal(said, 'Acme Tools cannot take payments here at the moment. Nothing was ordered.')
      await tab.isAccessible('no payment')
      tab.isClean()
    }).skip(!hasBrowser, 'there is no Chromium on this machine')
})
