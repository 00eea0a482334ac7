import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant, PASSWORD, type Merchant } from '#tests/testkit/merchant'
import { enableTotp, totpCode } from '#tests/testkit/totp'
import { until } from '#tests/testkit/wait'
import { openInvitation } from './invitation.js'

if (!hasBrowser) {
  console.log('\n!!!  SKIPPED: the console in a browser. Install chromium, or set CHROMIUM to one.  !!!\n')
}

/** The licenses of a merchant's org. */
const createdBy = ({ orgId }: Merchant) =>
  rows(db.connection(), 'select id from licenses where org_id = ?', [orgId])

const NO_BROWSER = 'there is no Chromium on this machine'

test.group('signing in to the console', () => {
  test('a deep link is come back to after password and second factor', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const [license] = await seedLicenses(merchant, 2)
    const { secret, backupCodes } = await enableTotp(merchant)
    const link = `/${merchant.orgId}/licenses?search=${license.key}`
    const tab = await ConsoleTab.open(browserContext, assert)
    await tab.goTo(link)
    await tab.page.waitForURL(/\/sign-in\?to=/)
    await tab.isAccessible('sign-in')

    await tab.signIn(merchant.email, 'not the password')
    await tab.page.getByRole('alert').waitFor()
    await tab.signIn(merchant.email)
    await tab.page.getByLabel('Code').fill(await totpCode(secret))
    await tab.isAccessible('second factor')
    await tab.page.getByRole('button', { name: 'Continue' }).click()
    await tab.sees(license.key)
    assert.isTrue(tab.page.url().endsWith(link), tab.page.url())

    await browserContext.clearCookies()
    await tab.goTo('/')
    await tab.signIn(merchant.email)
    await tab.page.getByLabel('Code').fill(backupCodes[0])
    await tab.page.getByRole('button', { name: 'Continue' }).click()
    await tab.page.getByRole('heading', { name: 'Overview' }).waitFor()
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('four tabs whose access has lapsed renew it once, and signing out ends all', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const tabs = await Promise.all(Array.from({ length: 4 }, () => ConsoleTab.open(browserContext, assert)))
    const home = `/${merchant.orgId}/licenses`
    await tabs[0].goTo(home)
    await tabs[0].signIn(merchant.email)
    await tabs[0].sees('No licenses yet')
    const renewals: number[] = []
    browserContext.on('response', (response) => {
      if (response.url().endsWith('/v1/auth/refresh')) renewals.push(response.status())
    })
    // This cookie of the sign-in says that access was granted a moment ago.
    await browserContext.clearCookies({ name: 'latchkey_renewed' })
    await browserContext.clearCookies({ name: 'latchkey_access' })
    await Promise.all(tabs.map((tab) => tab.goTo(home)))
    await Promise.all(tabs.map((tab) => tab.sees('No licenses yet')))
    assert.deepEqual(renewals, [200])

    await tabs[0].page.getByRole('button', { name: /^Account of/ }).click()
    await tabs[0].page.getByRole('menuitem', { name: 'Sign out' }).click()
    for (const tab of tabs) {
      await tab.page.waitForURL(/\/sign-in/)
      tab.isClean()
    }
    const cookies = await browserContext.cookies()
    assert.isFalse(cookies.some(({ name }) => name === 'latchkey_access'))
  }).skip(!hasBrowser, NO_BROWSER)

  test('a session that ends is asked for on top of the page, and nothing typed is lost', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/licenses?new=1')
    await tab.page.getByLabel('Quantity').fill('3')
    await browserContext.clearCookies()
    await tab.page.getByRole('button', { name: 'Create', exact: true }).click()
    await tab.sees('Your session has expired')
    await tab.isAccessible('session over')
    await tab.page.getByLabel('Password').fill('correct horse battery')
    await tab.page.getByRole('button', { name: 'Sign in' }).click()
    await tab.sees('3 licenses created')
    await until('one effect', async () => (await tab.page.locator('.key-list > div').count()) === 3)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('a session that has ended goes on once its user has signed in in another tab, and for nobody else', async ({
    assert,
    browserContext,
  }) => {
    const [merchant, other] = [await createMerchant(), await createMerchant()]
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    const created = async () => (await createdBy(merchant)).length
    await tab.goTo(`/${merchant.orgId}/licenses?new=1`)
    await tab.signIn(merchant.email)
    const signInElsewhere = async (email: string) => {
      const opened = browserContext.waitForEvent('page')
      await page.getByRole('link', { name: /in a new tab/ }).click()
      const elsewhere = await opened
      await elsewhere.getByLabel('Email').fill(email)
      await elsewhere.getByLabel('Password').fill(PASSWORD)
      await elsewhere.getByRole('button', { name: 'Sign in', exact: true }).click()
      await elsewhere.waitForURL(/\/console\/[0-9a-f-]{36}/)
      await elsewhere.close()
    }
    await page.getByLabel('Quantity').fill('3')
    await browserContext.clearCookies()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await tab.sees('Your session has expired')
    await signInElsewhere(merchant.email)
    await tab.sees('3 licenses created')
    assert.equal(await created(), 3)

    await tab.goTo(`/${merchant.orgId}/licenses?new=1`)
    await page.getByLabel('Quantity').fill('4')
    await browserContext.clearCookies()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await tab.sees('Your session has expired')
    await signInElsewhere(other.email)
    await page.waitForURL(new RegExp(other.orgId))
    assert.equal(await created(), 3)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('an invitation is accepted after the session has ended, and its page is left with a sign-out elsewhere', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, guest, tab, page } = await openInvitation(browserContext, assert)
    await tab.sees(`You are signed in as ${guest.email}.`)
    const elsewhere = await ConsoleTab.open(browserContext, assert)
    await elsewhere.goTo(`/${guest.orgId}`)
    await elsewhere.page.getByRole('button', { name: /^Account of/ }).click()
    const address = page.url()
    await elsewhere.page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/sign-in\?to=/)

    await page.goto(address)
    await tab.signIn(guest.email)
    await tab.sees(`You are signed in as ${guest.email}.`)
    await browserContext.clearCookies()
    await page.getByRole('button', { name: 'Accept the invitation' }).click()
    await tab.sees('Your session has expired')
    await tab.isAccessible('session over at an invitation')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(`**/console/${merchant.orgId}`)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
