import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { ConsoleTab, FOCUS, hasBrowser } from '#tests/testkit/browser'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { runNewest } from '#tests/testkit/operations'
import { until } from '#tests/testkit/wait'

const NO_BROWSER = 'there is no Chromium on this machine'

const focusIsOn = (page: Page, what: string) =>
  until(`the focus is on ${what}`, async () => (await page.evaluate<string>(FOCUS)).startsWith(what))

async function open(...[context, assert]: Parameters<typeof ConsoleTab.open>) {
  const merchant = await createMerchant()
  const state = { expirationMode: 'fixed' as const, expiresAt: Date.now() + 30 * 86_400_000 }
  const licenses = await seedLicenses(merchant, 8, state)
  const tab = await ConsoleTab.signedIn(context, assert, merchant, '/licenses')
  await tab.page.getByRole('row').nth(2).waitFor()
  return { merchant, licenses, tab, page: tab.page, dialog: tab.page.getByRole('dialog') }
}

test.group('a dialog in the console', () => {
  // `r` and `e` of "refund" are shortcuts of the page behind the dialog.
  test('that a menu opens receives what is typed', async ({ assert, browserContext }) => {
    const { merchant, licenses, tab, page, dialog } = await open(browserContext, assert)
    const [{ id, key }] = licenses
    const typesInto = async (menu: string, title: string) => {
      // The second time the dialog is loaded, and opens as soon as the entry of the menu is chosen.
      for (let time = 0; time < 2; time++) {
        await page.getByRole('button', { name: menu }).focus()
        await page.keyboard.press('Enter')
        await page.getByRole('menuitem', { name: 'Suspend' }).focus()
        await page.keyboard.press('Enter')
        await page.getByRole('heading', { name: title }).waitFor()
        await focusIsOn(page, 'input Reason')
        await page.keyboard.type('refund')
        assert.equal(await dialog.getByLabel('Reason').inputValue(), 'refund', `${menu}, time ${time}`)
        assert.isTrue(await page.getByRole('heading', { name: title }).isVisible(), menu)
        await page.keyboard.press('Escape')
        await focusIsOn(page, `button ${menu}`)
      }
    }
    await typesInto(`Actions for ${key}`, 'Suspend license')
    await page.getByLabel(`Select ${key}`).check()
    await typesInto('More actions', 'Suspend 1 license')
    await tab.goTo(`/${merchant.orgId}/licenses/${id}`)
    await typesInto('More actions', 'Suspend license')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('keeps the focus while a bulk change is checked', async ({ assert, browserContext }) => {
    const { merchant, tab, page, dialog } = await open(browserContext, assert)
    await page.getByRole('grid').focus()
    await page.keyboard.press('x')
    for (const [letter, field, button] of [
      ['e', 'input Days', 'button Extend 1'],
      ['r', 'input Reason', 'button Revoke 1'],
    ]) {
      await page.keyboard.press(letter)
      await focusIsOn(page, field)
      await page.keyboard.press('Enter')
      await page.getByText('Queued').waitFor()
      await focusIsOn(page, field)
      // "g o" leads to the overview.
      await page.keyboard.type('go')
      // Enter starts no second check.
      await page.keyboard.press('Enter')
      await runNewest(merchant.orgId)
      await focusIsOn(page, button)
      await dialog.getByRole('textbox', { name: 'Reason' }).focus()
      await page.keyboard.press('Enter')
      await dialog.getByRole('button', { name: button.replace('button ', '') }).waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    assert.match(page.url(), /\/licenses$/)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('is dead to the shortcuts of its page, wherever the focus is', async ({ assert, browserContext }) => {
    const { merchant, licenses, tab, page } = await open(browserContext, assert)
    await tab.goTo(`/${merchant.orgId}/licenses/${licenses[0].id}`)
    await page.getByRole('button', { name: 'Freeze' }).click()
    await page.getByRole('heading', { name: 'Freeze license' }).waitFor()
    await page.evaluate(`document.activeElement.blur()`)
    await page.keyboard.type('ergo?')
    await page.getByRole('heading', { name: 'Freeze license' }).waitFor()
    assert.equal(await page.getByRole('dialog').count(), 1)
    assert.match(page.url(), new RegExp(`/${licenses[0].id}$`))
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
