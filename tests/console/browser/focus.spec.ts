import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { call } from '#tests/testkit/api'
import { ConsoleTab, FOCUS, hasBrowser } from '#tests/testkit/browser'
import { newId } from '#kernel/secrets/ids'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { runNewest } from '#tests/testkit/operations'
import { until } from '#tests/testkit/wait'

const NO_BROWSER = 'there is no Chromium on this machine'

const focusIsOn = (page: Page, what: string) =>
  until(`the focus is on ${what}`, async () => (await page.evaluate<string>(FOCUS)).startsWith(what))

async function open(...[context, assert]: Parameters<typeof ConsoleTab.open>) {
  const merchant = await createMerchant()
  const licenses = await seedLicenses(merchant, 8)
  const tab = await ConsoleTab.signedIn(context, assert, merchant, '/licenses')
  await tab.page.getByRole('row').nth(2).waitFor()
  return { merchant, licenses, tab, page: tab.page }
}

test.group('the focus in the console', () => {
  test('comes back to the list from a preview, which can always be closed', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, tab, page } = await open(browserContext, assert)
    const preview = page.getByRole('complementary', { name: 'License' })
    const close = preview.getByRole('button', { name: 'Close' })
    await page.getByRole('grid').focus()
    await page.keyboard.press('Space')
    await close.focus()
    await page.keyboard.press('Enter')
    await preview.waitFor({ state: 'detached' })
    await focusIsOn(page, 'grid')
    await page.keyboard.press('Space')
    await preview.getByRole('link', { name: 'Open' }).focus()
    await page.keyboard.press('Escape')
    await preview.waitFor({ state: 'detached' })
    await focusIsOn(page, 'grid')
    for (const id of ['abc', newId()]) {
      await tab.goTo(`/${merchant.orgId}/licenses?peek=${id}`)
      await preview.getByText('Not found, or you do not have access').waitFor()
      await close.click()
      await preview.waitFor({ state: 'detached' })
    }
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('stays in the dialog of a bulk change, and in the list after it', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, tab, page } = await open(browserContext, assert)
    await page.getByRole('grid').focus()
    await page.keyboard.press('x')
    await page.keyboard.press('f')
    await page.getByLabel('Reason').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Queued').waitFor()
    await runNewest(merchant.orgId)
    await focusIsOn(page, 'button Freeze 1')
    await page.keyboard.press('Enter')
    await focusIsOn(page, 'button Continue in the background')
    await runNewest(merchant.orgId)
    await focusIsOn(page, 'button Close')
    await page.keyboard.press('Enter')
    await page.getByText('Frozen', { exact: true }).nth(1).waitFor()
    await focusIsOn(page, 'grid')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('comes back to the actions of a row, which is selected no longer once it is deleted', async ({
    assert,
    browserContext,
  }) => {
    const { licenses, tab, page } = await open(browserContext, assert)
    const { key } = licenses[4]
    const actions = page.getByRole('button', { name: `Actions for ${key}` })
    await page.getByLabel(`Select ${key}`).check()
    await page.getByText('1 selected').waitFor()
    await actions.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    // The second time, the dialog is loaded and opens before the menu has closed.
    for (let time = 0; time < 2; time++) {
      await page.getByLabel('Type the key').fill('x')
      await page.keyboard.press('Escape')
      await focusIsOn(page, `button Actions for ${key}`)
      await actions.click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
    }
    await page.getByLabel('Type the key').fill(key)
    await page.keyboard.press('Enter')
    await page.locator('[aria-rowcount="8"]').waitFor()
    assert.equal(await page.getByText('1 selected').count(), 0)
    await focusIsOn(page, 'grid')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('stays where it is when a filter is applied, and in the table when an entry is removed', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, tab, page } = await open(browserContext, assert)
    await tab.goTo(`/${merchant.orgId}/audit`)
    await page.getByRole('textbox', { name: 'Action' }).fill('product.updated')
    await page.keyboard.press('Enter')
    await page.waitForURL(/action=product.updated/)
    await tab.hasLoaded()
    await focusIsOn(page, 'input Action')

    for (const value of ['one', 'two'])
      await call('POST', `/v1/dashboard/blacklists/products/${merchant.productId}`, {
        ...merchant,
        body: { type: 'HWID', value },
      })
    await tab.goTo(`/${merchant.orgId}/products/${merchant.productId}?tab=blacklist`)
    await page.getByRole('button', { name: 'Remove one' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('cell', { name: 'one', exact: true }).waitFor({ state: 'detached' })
    await focusIsOn(page, 'region Blacklist')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('and the pointer keep a message that offers an undo', async ({ assert, browserContext }) => {
    const { tab, page } = await open(browserContext, assert)
    await page.clock.install()
    await page.getByRole('grid').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Freeze' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Freeze' }).click()
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.focus()
    await page.clock.runFor(7000)
    await undo.blur()
    await undo.hover()
    await page.clock.runFor(7000)
    await undo.waitFor()
    await page.mouse.move(0, 0)
    await page.clock.runFor(7000)
    await undo.waitFor({ state: 'detached' })
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('stays on the button that copies over plain HTTP', async ({ assert, browserContext }) => {
    await browserContext.addInitScript(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`)
    const { licenses, tab, page } = await open(browserContext, assert)
    await page.getByRole('link', { name: licenses[0].key }).click()
    await page.getByRole('button', { name: 'Copy key' }).focus()
    await page.keyboard.press('Enter')
    await focusIsOn(page, 'button Copied')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
