import { test } from '@japa/runner'
import { ConsoleTab, FOCUS, hasBrowser } from '#tests/testkit/browser'
import { createMerchant } from '#tests/testkit/merchant'
import { until } from '#tests/testkit/wait'

const NO_BROWSER = 'there is no Chromium on this machine'

async function open(...[context, assert]: Parameters<typeof ConsoleTab.open>) {
  const merchant = await createMerchant()
  const tab = await ConsoleTab.signedIn(context, assert, merchant, `/products/${merchant.productId}`)
  await tab.page.getByRole('heading', { name: 'Editor' }).waitFor()
  return { merchant, tab, page: tab.page }
}

test.group('leaving the console', () => {
  test('is refused in words while the session goes on, and no page says otherwise', async ({
    assert,
    browserContext,
  }) => {
    const { tab, page } = await open(browserContext, assert)
    await page.route('**/auth/logout', (route) =>
      route.fulfill({ status: 503, json: { error: { code: 'DATABASE_UNAVAILABLE', message: 'Not now' } } })
    )
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await tab.says('Not now')
    await page.unroute('**/auth/logout')
    await page.getByRole('heading', { name: 'Editor' }).waitFor()
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/sign-in/)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('its menu is skipped by one key, and no palette opens over a secret', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, tab, page } = await open(browserContext, assert)
    await tab.goTo(`/${merchant.orgId}/products/${merchant.productId}?tab=keys`)
    await tab.hasLoaded()
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate(FOCUS), 'a Skip to content')
    await page.keyboard.press('Enter')
    await until('the content has the focus', async () =>
      (await page.evaluate<string>(FOCUS)).startsWith('main')
    )
    await page.getByRole('button', { name: 'New API key' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('CI')
    await page.keyboard.press('Control+k')
    assert.equal(await page.getByRole('combobox', { name: /^Go to/ }).count(), 0)
    await page.keyboard.press('Enter')
    await page.getByText('This is shown only once').waitFor()
    await page.keyboard.press('Control+k')
    assert.equal(await page.getByRole('combobox', { name: /^Go to/ }).count(), 0)
    await tab.storesSecret()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Go to/ }).waitFor()
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
