import { test } from '@japa/runner'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { call } from '#tests/testkit/api'
import { createEndUser } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { createMember } from '#tests/testkit/team'
import { until } from '#tests/testkit/wait'

const NO_BROWSER = 'there is no Chromium on this machine'

/** The chosen entry of the palette, if its list shows the whole of it. */
const IN_SIGHT = `(() => {
  const entry = document.querySelector('[role=option][aria-selected=true]')
  const [inner, outer] = [entry, entry.parentElement].map((one) => one.getBoundingClientRect())
  return inner.top >= outer.top && inner.bottom <= outer.bottom && entry.innerText
})()`

test.group('finding a license and helping its owner', () => {
  test('by the keyboard alone: found by a fragment, frozen, extended, reset, and undone', async ({
    assert,
    browser,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const [wanted] = await seedLicenses(merchant, 1, {
      key: 'ABC-1E5-12345678901234567890',
      expirationMode: 'fixed',
      expiresAt: Date.now() + 30 * 86_400_000,
    } as object)
    await seedLicenses(merchant, 30)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/licenses')
    const { page } = tab
    await page.getByRole('row').nth(5).waitFor()

    await page.keyboard.press('/')
    await page.keyboard.type('1e5-12345678901234567890')
    await page.waitForURL(/search=1e5-12345678901234567890/)
    await page.locator('[aria-rowcount="2"]').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: wanted.key }).waitFor()
    await tab.isAccessible('license')
    const link = page.url()

    const reason = page.getByLabel('Reason').and(page.locator(':focus'))
    await page.keyboard.press('f')
    await reason.waitFor()
    await page.keyboard.type('They asked for it')
    await tab.isAccessible('freeze')
    await page.keyboard.press('Enter')
    await tab.says('Frozen')
    await page.getByRole('button', { name: 'Unfreeze', exact: true }).waitFor()
    await page.keyboard.press('u')
    await reason.waitFor()
    await page.keyboard.press('Enter')
    await tab.says('Unfrozen')
    await page.getByRole('button', { name: 'Freeze', exact: true }).waitFor()

    await page.goto(`${link}?tab=timeline`)
    await tab.sees('“They asked for it”')
    await page.getByText('by you').first().waitFor()
    await tab.isAccessible('timeline')

    const viewer = await createMember(merchant, 'VIEWER')
    const other = await browser.newContext()
    const second = await ConsoleTab.open(other, assert)
    await second.page.goto(link)
    await second.signIn(viewer.email)
    await second.page.getByRole('heading', { name: wanted.key }).waitFor()
    assert.equal(await second.page.getByRole('button', { name: 'Freeze' }).count(), 0)
    second.isClean()
    await other.close()
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('the palette goes to pages and to a license', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const [license] = await seedLicenses(merchant, 1)
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    const palette = page.getByRole('combobox').and(page.locator(':focus'))
    await tab.goTo(`/${merchant.orgId}`)
    await tab.signIn(merchant.email)
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await page.keyboard.press('Control+k')
    await palette.waitFor()
    await page.keyboard.type('dark')
    await tab.isAccessible('palette')
    await page.keyboard.press('Enter')
    await page.locator('html[data-theme=dark]').waitFor({ state: 'attached' })
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await page.getByRole('heading', { name: 'Operations', exact: true }).waitFor()
    await page.keyboard.press('Control+k')
    await palette.waitFor()
    await page.keyboard.type(license.key.slice(-12))
    await page.getByRole('option', { name: license.key }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: license.key }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
    await tab.isAccessible('help')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('the palette shows the entry that the arrow keys have chosen', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/products')
    const { page } = tab
    await page.getByRole('heading', { name: 'Products' }).waitFor()
    await page.setViewportSize({ width: 1440, height: 500 })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').and(page.locator(':focus')).waitFor()
    const isInSight = (name: string) =>
      until(`${name} is in sight`, async () => (await page.evaluate<string | false>(IN_SIGHT)) === name)
    await isInSight('Overview')
    await page.keyboard.press('ArrowUp')
    await isInSight('Keyboard shortcuts')
    await page.keyboard.press('ArrowDown')
    await isInSight('Overview')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('is selected with its checkbox right after the filter has changed', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const [license] = await seedLicenses(merchant, 2)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/licenses')
    const { page } = tab
    await page.locator('[aria-rowcount="3"]').waitFor()
    await page.getByLabel('Part of a license key').fill(license.key)
    await page.locator('[aria-rowcount="2"]').waitFor()
    await page.getByLabel(`Select ${license.key}`).click()
    await page.getByText('1 selected').waitFor()
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('shows everything at an address whose filter is none', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const now = Date.now()
    await seedLicenses(merchant, 2, { frozenAt: now, pausedSince: now })
    const endUser = await createEndUser(merchant)
    await call('POST', `/v1/dashboard/orgs/${merchant.orgId}/end-users/${endUser.id}/ban`, {
      ...merchant,
      body: { reason: null, suspendLicenses: false },
    })
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/licenses?frozen=yes')
    await tab.page.locator('[aria-rowcount="3"]').waitFor()
    assert.equal(await tab.page.getByLabel('Frozen').inputValue(), '')
    assert.equal(await tab.page.getByRole('button', { name: 'Clear filters' }).count(), 0)
    await tab.goTo(`/${merchant.orgId}/end-users?banned=yes`)
    await tab.sees(endUser.email)
    assert.equal(await tab.page.getByLabel('Banned', { exact: true }).inputValue(), '')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
