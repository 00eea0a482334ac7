import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { hasBrowser } from '#tests/testkit/browser'
import { signIn } from '#tests/testkit/end_users'
import { insidePortal } from '#tests/testkit/portal_stage'

const NO_BROWSER = 'there is no Chromium on this machine'

test.group('what happens in another tab of the portal', () => {
  test('to a device is shown once its removal is refused', async ({ assert, browserContext }) => {
    const { license, tab, page } = await insidePortal(browserContext, assert, '/')
    await page.locator('.card').first().waitFor()
    await tab.goTo(`/licenses/${license.id}`)
    const remove = page.getByRole('button', { name: /^Remove / })
    await remove.nth(2).waitFor()
    const other = await browserContext.newPage()
    await other.goto(page.url())
    const name = await remove.first().getAttribute('aria-label')
    await other.getByRole('button', { name: name!, exact: true }).click()
    await other.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await other.getByRole('dialog').waitFor({ state: 'detached' })

    await page.getByRole('button', { name: name!, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: name!, exact: true }).waitFor({ state: 'detached' })
    assert.equal(await remove.count(), 2)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('to a session is shown once it is to be signed out there', async ({ assert, browserContext }) => {
    const { endUser, tab, page } = await insidePortal(browserContext, assert, '/')
    await page.locator('.card').first().waitFor()
    const elsewhere = await signIn(endUser)
    await tab.goTo('/profile')
    const out = page.getByRole('button', { name: 'Sign out', exact: true })
    await out.waitFor()
    await call('POST', '/v1/enduser/auth/logout', {
      token: elsewhere.accessToken,
      body: { refreshToken: elsewhere.refreshToken },
    })
    await out.click()
    await out.waitFor({ state: 'detached' })
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('a key that is masked is not copied', async ({ assert, browserContext }) => {
    const { license, tab, page } = await insidePortal(browserContext, assert, '/', { showKeys: false })
    await page.locator('.card').first().waitFor()
    await tab.goTo(`/licenses/${license.id}`)
    await tab.sees(`*****${license.key.slice(-5)}`)
    assert.equal(await page.getByRole('button', { name: 'Copy key' }).count(), 0)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
