import { test } from '@japa/runner'
import type { Route } from 'playwright'
import { hasBrowser } from '#tests/testkit/browser'
import { call } from '#tests/testkit/api'
import { portalPage } from '#config/portal'
import { mailedProof } from '#tests/testkit/challenges'
import { knock } from '#tests/testkit/doors'
import { BASE } from '#tests/testkit/http'
import { mailedToken } from '#tests/testkit/mails'
import { enterPortal, portalStage, portalTab } from '#tests/testkit/portal_stage'

const NO_BROWSER = 'there is no Chromium on this machine'
const PASSWORD = 'seven quiet lanterns'

/** Answers for a proxy whose service is down. */
const down = (route: Route) => route.fulfill({ status: 503 })

test.group('the doors of the portal', () => {
  test('a mailed link asks for a click, works once, and leaves no token in the address', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, endUser, license } = await portalStage()
    await knock('code', { orgId: merchant.orgId, email: endUser.email })
    const { token } = await mailedProof(endUser.email)
    const tab = await portalTab(browserContext, assert, merchant)
    const { page } = tab
    await tab.goTo(`#token=${token}`)
    await page.getByRole('heading', { name: 'Sign in to Acme Tools' }).waitFor()
    assert.notInclude(page.url(), token!)
    await tab.isAccessible('a mailed link')
    await page.route('**/v1/enduser/auth/link/verify', down, { times: 1 })
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await tab.sees(license.key)

    const again = await portalTab(browserContext, assert, merchant)
    await again.goTo(`#token=${token}`)
    await again.page.getByRole('button', { name: 'Sign in' }).click()
    await again.page.getByRole('alert').waitFor()
    await again.page.getByRole('link', { name: 'Sign in another way' }).waitFor()
    tab.isClean()
    again.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('an invite is accepted with a password, which then opens the door of passwords', async ({
    assert,
    browserContext,
  }) => {
    const { merchant } = await portalStage({ signIn: { password: true } })
    const email = `guest-${merchant.userId}@example.net`
    const people = `/v1/dashboard/orgs/${merchant.orgId}/end-users`
    await call('POST', `${people}/invites`, { token: merchant.token, body: { email } })
    const token = await mailedToken(email, 'invites you')
    const tab = await portalTab(browserContext, assert, merchant)
    const { page } = tab
    await tab.goTo(`#invite=${token}`)
    await page.getByLabel('Password').fill('short')
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.getByRole('alert').waitFor()
    await tab.isAccessible('an invite')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.route('**/v1/enduser/auth/invites/accept', down, { times: 1 })
    await page.getByRole('button', { name: 'Accept' }).click()
    await tab.sees('answered 503')
    assert.equal(await page.getByLabel('Password').inputValue(), PASSWORD)
    await page.getByRole('button', { name: 'Accept' }).click()
    await tab.sees('No licenses yet')

    await page.getByRole('button', { name: `Account of ${email}` }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Use a password' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await tab.sees('No licenses yet')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('a license key shows that license, and nothing to change', async ({ assert, browserContext }) => {
    const { merchant, license } = await portalStage({ signIn: { code: false, licenseKey: true } })
    const tab = await portalTab(browserContext, assert, merchant)
    const { page } = tab
    await tab.goTo(`/licenses/${license.id}`)
    await page.getByLabel('License key').fill('no such key')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('License key').fill(license.key)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await tab.sees(license.key)
    await tab.sees('*****SKTOP')
    for (const name of [/^Remove/, /^Reset/, /^End$/]) {
      assert.equal(await page.getByRole('button', { name }).count(), 0)
    }
    assert.equal(await page.getByRole('link', { name: 'Profile' }).count(), 0)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('a wrong code is refused, another one can be asked for, and a banned person is told', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, endUser } = await portalStage()
    const tab = await portalTab(browserContext, assert, merchant)
    const { page } = tab
    await tab.goTo('/')
    await page.getByLabel('Email').fill(endUser.email)
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByLabel('Code').fill('000 00')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('alert').waitFor()
    await tab.isAccessible('a wrong code')
    const person = `/v1/dashboard/orgs/${merchant.orgId}/end-users/${endUser.id}`
    await page.getByLabel('Code').fill((await mailedProof(endUser.email)).code)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Licenses', exact: true }).waitFor()
    await call('POST', `${person}/ban`, { token: merchant.token, body: {} })
    await page.getByRole('link', { name: 'Help' }).click()
    await tab.sees(/banned/i)
    await tab.goTo('/')
    await tab.sees(/banned/i)
    await tab.goTo('/')
    await page.getByLabel('Email').waitFor()
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('a code can be given after a reload of its page, in this portal alone', async ({
    assert,
    browserContext,
  }) => {
    const [stage, other] = [await portalStage(), await portalStage()]
    const tab = await portalTab(browserContext, assert, stage.merchant)
    const { page } = tab
    await tab.goTo('/')
    await page.getByLabel('Email').fill(stage.endUser.email)
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByLabel('Code').waitFor()
    await page.goto(`${BASE}/portal/${other.merchant.orgId}`)
    await page.getByLabel('Email').waitFor()
    await tab.goTo('/')
    await tab.sees(stage.endUser.email)
    await page.reload()
    await page.getByLabel('Code').fill((await mailedProof(stage.endUser.email)).code)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await tab.sees(stage.license.key)
    assert.equal(await page.evaluate("sessionStorage.getItem('latchkey.code')"), null)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('a portal that is off, or nowhere, says so', async ({ assert, browserContext }) => {
    const { merchant } = await portalStage({ enabled: false })
    const tab = await portalTab(browserContext, assert, merchant)
    for (const address of [`${BASE}/portal`, `${BASE}/portal/${merchant.orgId}/licenses`]) {
      await tab.page.goto(address)
      await tab.page.getByRole('heading', { name: 'There is no portal here' }).waitFor()
      await tab.isAccessible(address)
    }
    assert.isTrue(portalPage(merchant.orgId).endsWith(`/portal/${merchant.orgId}`))
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('the codes of one portal open no other', async ({ assert, browserContext }) => {
    const [one, other] = [await portalStage(), await portalStage()]
    const tab = await portalTab(browserContext, assert, one.merchant)
    await tab.goTo('/')
    await enterPortal(tab, one.endUser.email)
    await tab.sees(one.license.key)
    const elsewhere = await portalTab(browserContext, assert, other.merchant)
    await elsewhere.goTo('/')
    await elsewhere.page.getByLabel('Email').waitFor()
    await tab.page.reload()
    await tab.sees(one.license.key)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
