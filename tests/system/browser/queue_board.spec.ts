import { test } from '@japa/runner'
import GrantAdmin from '#accounts/actions/grant_admin'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { createMerchant } from '#tests/testkit/merchant'

test.group('the queue board in a browser', () => {
  test('has no link to the documents of its makers', async ({ assert, browserContext }) => {
    const admin = await createMerchant()
    await new GrantAdmin().execute(admin.email, true)
    const tab = await ConsoleTab.open(browserContext, assert, '/admin/sign-in')
    const { page } = tab
    await tab.goTo('')
    await tab.signIn(admin.email)
    await page.waitForURL((url) => url.pathname.startsWith('/admin/queues'))
    // The board draws the list of its queues and its bar together.
    await page.getByRole('link', { name: 'maintenance' }).first().waitFor()
    const bar = page.locator('header')
    assert.isAtLeast(await bar.getByRole('button').count(), 1)
    assert.equal(await bar.getByRole('link', { name: 'Docs' }).count(), 0)
    assert.equal(await page.locator('a[href*="github.io"]').count(), 0)
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')
})
