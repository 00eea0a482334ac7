import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { call } from '#tests/testkit/api'
import { BASE } from '#tests/testkit/http'
import { createMerchant, PASSWORD } from '#tests/testkit/merchant'
import { createMember } from '#tests/testkit/team'
import { until } from '#tests/testkit/wait'

const NO_BROWSER = 'there is no Chromium on this machine'

/** A tab tells sessions apart by the second in which they end. */
function nextSecond() {
  const began = Date.now()
  return until('another second', () => Date.now() > began + 1000)
}

/** Whatever holds up a write of a page, or the look at who has signed in. */
const HOLDUPS: Record<string, (page: Page) => Promise<unknown>> = {
  'while a write waits for its turn': (page) =>
    page.route(
      /\/licenses$/,
      (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 429, headers: { 'retry-after': '4' }, json: {} })
          : route.continue(),
      { times: 1 }
    ),
  'while it cannot be read who it is': (page) =>
    page.route(/\/v1\/dashboard\/me$/, (route) => route.fulfill({ status: 503, json: {} }), { times: 2 }),
}

test.group('somebody else who signs in in another tab', () => {
  test('does not do what was begun before: {$self}')
    .with(Object.keys(HOLDUPS))
    .run(async ({ assert, browserContext }, holdup) => {
      const merchant = await createMerchant()
      const colleague = await createMember(merchant, 'MEMBER')
      const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/licenses?new=1')
      const { page } = tab
      await page.getByLabel('Quantity').fill('3')
      const create = page.getByRole('button', { name: 'Create', exact: true })
      await create.waitFor()
      await HOLDUPS[holdup](page)
      if (holdup === 'while a write waits for its turn') await create.click()

      const elsewhere = await browserContext.newPage()
      await elsewhere.goto(`${BASE}/console/sign-in`)
      await elsewhere.getByLabel('Email').fill(colleague.email)
      await elsewhere.getByLabel('Password').fill(PASSWORD)
      await elsewhere.getByRole('button', { name: 'Sign in', exact: true }).click()
      await elsewhere.getByRole('button', { name: `Account of ${colleague.email}` }).waitFor()
      // The page may have been loaded again already, and the dialog be gone.
      if (holdup !== 'while a write waits for its turn') await create.click({ timeout: 1000 }).catch(() => {})

      await page.getByRole('button', { name: `Account of ${colleague.email}` }).waitFor()
      const { body } = await call('GET', `/v1/dashboard/orgs/${merchant.orgId}/licenses`, merchant)
      assert.equal(body.data.pagination.total, 0)
      tab.isClean()
    })
    .skip(!hasBrowser, NO_BROWSER)

  test('does nothing from this tab before it has heard of them', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const colleague = await createMember(merchant, 'MEMBER')
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/licenses?new=1')
    const { page } = tab
    await page.getByLabel('Quantity').fill('3')
    await nextSecond()
    // The cookies of a sign-in whose page has not told the other tabs yet.
    const data = { email: colleague.email, password: PASSWORD, useCookies: true }
    const signedIn = await browserContext.request.post(`${BASE}/v1/auth/login`, { data })
    assert.equal(signedIn.status(), 200)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('button', { name: `Account of ${colleague.email}` }).waitFor()
    const { body } = await call('GET', `/v1/dashboard/orgs/${merchant.orgId}/licenses`, merchant)
    assert.equal(body.data.pagination.total, 0)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('who is the same user changes nothing', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/licenses?new=1')
    const { page } = tab
    await page.getByLabel('Quantity').fill('3')
    await nextSecond()
    const data = { email: merchant.email, password: PASSWORD, useCookies: true }
    await browserContext.request.post(`${BASE}/v1/auth/login`, { data })
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await tab.sees('3 licenses')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
