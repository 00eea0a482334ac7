import { test } from '@japa/runner'
import type { Assert } from '@japa/assert'
import type { BrowserContext } from 'playwright'
import { portalPage } from '#config/portal'
import { hasBrowser, type ConsoleTab } from '#tests/testkit/browser'
import { mailsTo } from '#tests/testkit/mails'
import { portalStage, portalTab } from '#tests/testkit/portal_stage'
import { createListing, createShop } from '#tests/testkit/shops'
import { until } from '#tests/testkit/wait'

const NO_BROWSER = 'there is no Chromium on this machine'

/** A tab that was led to the sign-in page from a page of the portal, and has asked for a code. */
async function asking(context: BrowserContext, assert: Assert, path: (listingId: string) => string) {
  const stage = await portalStage()
  const { merchant, endUser } = stage
  await createShop(merchant)
  const { id } = await createListing(merchant, { name: 'Thirty days' })
  const tab = await portalTab(context, assert, merchant)
  await tab.goTo(path(id))
  await tab.page.getByLabel('Email').fill(endUser.email)
  await tab.page.getByRole('button', { name: 'Send code' }).click()
  await tab.page.getByLabel('Code').waitFor()
  return { ...stage, tab, id }
}

/** The link of the last mail to an address. */
async function mailedLink(email: string): Promise<string> {
  await until('a mail', async () => (await mailsTo(email)).length > 0)
  const { text } = (await mailsTo(email)).at(-1)!
  return /^\s*(https?:\S+#token=[\w-]+)$/m.exec(text)![1]
}

const follow = async ({ page }: ConsoleTab, link: string) => {
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test.group('the page that was asked for before the sign-in', () => {
  test('is where the mailed link leads, and the tab that asked for the code goes there too', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, endUser, tab, id } = await asking(browserContext, assert, (one) => `/shop/${one}`)
    const link = await mailedLink(endUser.email)
    assert.include(link, `${portalPage(merchant.orgId)}/shop/${id}#token=`)
    const other = await portalTab(browserContext, assert, merchant)
    await follow(other, link)
    for (const { page } of [other, tab]) {
      await page.getByRole('heading', { name: 'Thirty days', exact: true }).waitFor()
      assert.equal(await page.evaluate("sessionStorage.getItem('latchkey.code')"), null)
    }

    // The code is spent, so no tab asks for it after the sign-out.
    await other.page.getByRole('button', { name: /^Account of/ }).click()
    await other.page.getByRole('menuitem', { name: 'Sign out' }).click()
    for (const { page } of [other, tab]) {
      await page.waitForURL(/\/sign-in/)
      await page.getByLabel('Email').waitFor()
    }
    other.isClean()
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('with an address too long for a link, or none of the portal, leads to the start', async ({
    assert,
    browserContext,
  }) => {
    for (const path of [`/?search=${'a'.repeat(2000)}`, '/sign-in?to=/../../console']) {
      const { merchant, endUser, tab } = await asking(browserContext, assert, () => path)
      assert.include(await mailedLink(endUser.email), `${portalPage(merchant.orgId)}#token=`)
      tab.isClean()
    }
  }).skip(!hasBrowser, NO_BROWSER)

  test('is kept by a browser that signs in elsewhere while this tab waits on its sign-in page', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, endUser, tab, license } = await asking(browserContext, assert, () => '/redeem')
    const other = await portalTab(browserContext, assert, merchant)
    await other.goTo('/')
    await other.page.getByLabel('Email').waitFor()
    await follow(other, (await mailedLink(endUser.email)).replace('/redeem', ''))
    await other.sees(license.key)
    await tab.page.getByRole('heading', { name: 'Redeem a key' }).waitFor()
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
