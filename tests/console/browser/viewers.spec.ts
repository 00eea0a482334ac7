import { test } from '@japa/runner'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { createMember } from '#tests/testkit/team'

const NO_BROWSER = 'there is no Chromium on this machine'

test.group('a viewer in the console', () => {
  test('is offered no new license, by the palette, a link or the first steps', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const viewer = await createMember(merchant, 'VIEWER')
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '', viewer.email)
    const { page } = tab
    await tab.sees('All licenses')
    assert.equal(await page.getByRole('heading', { name: 'Get started' }).count(), 0)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('license')
    assert.deepEqual(await page.getByRole('option').allInnerTexts(), ['Licenses'])
    await seedLicenses(merchant, 1)
    await tab.goTo(`/${merchant.orgId}/licenses?new=1`)
    await page.getByRole('row').nth(1).waitFor()
    await tab.hasLoaded()
    assert.equal(await page.getByRole('dialog').count(), 0)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('is told at the address of the import which role it takes', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const viewer = await createMember(merchant, 'VIEWER')
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/import', viewer.email)
    await tab.sees('You need the role Member or higher')
    assert.equal(await tab.page.getByRole('button', { name: 'Run check' }).count(), 0)
    await tab.isAccessible('import for viewers')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
