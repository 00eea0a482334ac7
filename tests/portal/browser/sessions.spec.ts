import { test } from '@japa/runner'
import { forgetAttempts } from '#kernel/limits/attempt_limits'
import { hasBrowser } from '#tests/testkit/browser'
import { call } from '#tests/testkit/api'
import { lowered } from '#tests/testkit/limits'
import { enterPortal, insidePortal, portalStage, portalTab } from '#tests/testkit/portal_stage'

const NO_BROWSER = 'there is no Chromium on this machine'

test.group('a sign-in at the portal', () => {
  test('lasts over reloads and in four tabs, which renew it in turn, and ends in all', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, endUser, license } = await portalStage()
    const tabs = await Promise.all([1, 2, 3, 4].map(() => portalTab(browserContext, assert, merchant)))
    await tabs[0].goTo('/')
    await enterPortal(tabs[0], endUser.email)
    await tabs[0].sees(license.key)
    const [cookie] = await browserContext.cookies(cookieUrl(tabs[0].page.url()))
    assert.containSubset(cookie, { httpOnly: true, sameSite: 'Strict' })

    const renewals: number[] = []
    browserContext.on('response', (response) => {
      if (response.url().endsWith('/v1/enduser/auth/refresh')) renewals.push(response.status())
    })
    for (let round = 0; round < 2; round++) {
      await Promise.all(tabs.map((tab) => tab.goTo('/')))
      await Promise.all(tabs.map((tab) => tab.sees(license.key)))
    }
    assert.deepEqual(renewals, Array(8).fill(200))

    await tabs[0].page.getByRole('button', { name: /^Account of/ }).click()
    await tabs[0].page.getByRole('menuitem', { name: 'Sign out' }).click()
    for (const tab of tabs) {
      await tab.page.waitForURL(/\/sign-in/)
      tab.isClean()
    }
    assert.deepEqual(await browserContext.cookies(cookieUrl(tabs[0].page.url())), [])
  }).skip(!hasBrowser, NO_BROWSER)

  test('that ends is asked for on top of the page, and nothing typed is lost', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, endUser, tab, page } = await insidePortal(browserContext, assert, '/tickets/new')
    await page.getByLabel('Subject').fill('It does not start')
    await page.getByLabel('What happens').fill('Nothing')
    const person = `/v1/dashboard/orgs/${merchant.orgId}/end-users/${endUser.id}`
    await call('POST', `${person}/sign-out`, { token: merchant.token, body: {} })
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await tab.sees('You are signed out')
    await tab.isAccessible('session over')
    await forgetAttempts('endUserMail', `${merchant.orgId} ${endUser.email}`)
    await enterPortal(tab, endUser.email)
    await page.getByRole('heading', { name: 'It does not start' }).waitFor()
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('that has ended shows no page again that the browser has kept', async ({ assert, browserContext }) => {
    const { merchant, endUser, license, tab, page } = await insidePortal(browserContext, assert, '/')
    await tab.sees(license.key)
    const person = `/v1/dashboard/orgs/${merchant.orgId}/end-users/${endUser.id}`
    await call('POST', `${person}/sign-out`, { token: merchant.token, body: {} })
    // A headless Chromium keeps no page, so this is the event that others send after "back".
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`)
    await page.waitForURL(/\/sign-in/)
    assert.equal(await page.getByText(license.key).count(), 0)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('goes on when the service is out of reach for a while', async ({ assert, browserContext }) => {
    const { license, tab, page } = await insidePortal(browserContext, assert, '/redeem')
    await page.getByRole('heading', { name: 'Redeem a key' }).waitFor()
    await browserContext.setOffline(true)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Licenses' }).click()
    await tab.sees('The service cannot be reached')
    await browserContext.setOffline(false)
    await tab.sees(license.key)
    await page.getByText('The service cannot be reached').waitFor({ state: 'detached' })
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('is refused after too many tries, with what to do', async ({ assert, browserContext }) => {
    const { merchant, endUser } = await portalStage({ signIn: { password: true, code: false } })
    using _ = lowered({ endUserLoginPer15Minutes: 1 })
    const tab = await portalTab(browserContext, assert, merchant)
    const { page } = tab
    await tab.goTo('/')
    await page.getByLabel('Email').fill(endUser.email)
    for (const password of ['one', 'two']) {
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('alert').waitFor()
    }
    await tab.sees(/too many/i)
    await tab.isAccessible('too many tries')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})

const cookieUrl = (page: string) => `${new URL(page).origin}/v1/enduser/auth`
