import { test } from '@japa/runner'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { furnish } from './scene.js'

const NO_BROWSER = 'there is no Chromium on this machine'

/** The elements of the page that are wider than it. */
const TOO_WIDE = `[...document.querySelectorAll('main .message, main .panel, main form')].filter(
  (one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.outerHTML.slice(0, 120))`

test.group('a console that is shown otherwise', () => {
  test('at 400 % has all filters, rows in its list, and nothing that sticks out', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, ids } = await furnish()
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    // A window of 1280 by 1024 pixels at 400 %.
    await page.setViewportSize({ width: 320, height: 256 })
    await tab.goTo(`/${merchant.orgId}/licenses`)
    await tab.signIn(merchant.email)
    await page.getByRole('row').nth(2).waitFor()
    for (const name of ['Created from', 'Created to', 'Expires until'])
      await page.getByLabel(name).scrollIntoViewIfNeeded()
    const row = page.getByRole('row').nth(2)
    await row.scrollIntoViewIfNeeded()
    const { y, height } = (await row.boundingBox())!
    assert.isAtLeast(y, 0)
    assert.isAtMost(y + height, 256)
    await tab.goTo(`/${merchant.orgId}/tickets/${ids.ticket}`)
    await page.getByRole('button', { name: 'Send reply' }).waitFor()
    assert.deepEqual(await page.evaluate(TOO_WIDE), [])
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('in the colours of the system shows where one is, and what floats', async ({
    assert,
    browserContext,
  }) => {
    const { merchant } = await furnish()
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    await page.emulateMedia({ forcedColors: 'active' })
    await tab.goTo(`/${merchant.orgId}/licenses`)
    await tab.signIn(merchant.email)
    await page.getByRole('row').nth(2).waitFor()
    const styleOf = (selector: string, property: string) =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${property}`
      )
    assert.equal(await styleOf(`.nav a[aria-current='page']`, 'outlineStyle'), 'solid')
    assert.equal(await styleOf('.nav a:not([aria-current])', 'outlineStyle'), 'none')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Go to/ }).waitFor()
    assert.equal(await styleOf('.dialog', 'borderStyle'), 'solid')
    assert.equal(await styleOf(`.palette li[aria-selected='true']`, 'outlineStyle'), 'solid')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
