import { test } from '@japa/runner'
import type { Assert } from '@japa/assert'
import type { BrowserContext, Page } from 'playwright'
import { forgetAttempts } from '#kernel/limits/attempt_limits'
import { call } from '#tests/testkit/api'
import { hasBrowser, type ConsoleTab } from '#tests/testkit/browser'
import { createEndUser, own } from '#tests/testkit/end_users'
import { enterPortal, portalStage, portalTab } from '#tests/testkit/portal_stage'

const NO_BROWSER = 'there is no Chromium on this machine'
const SUBJECT = 'It does not start'

/** A person who has typed a question, and another person with a license of the same merchant. */
async function scene(context: BrowserContext, assert: Assert) {
  const stage = await portalStage({ signIn: { licenseKey: true } })
  const { merchant, endUser, spare } = stage
  const other = await createEndUser(merchant)
  await own(other, spare.id)
  const tab = await portalTab(context, assert, merchant)
  await tab.goTo('/')
  await enterPortal(tab, endUser.email)
  await tab.page.getByRole('link', { name: 'Help' }).click()
  await tab.page.getByRole('link', { name: 'New question' }).first().click()
  await tab.page.getByLabel('Subject').fill(SUBJECT)
  await tab.page.getByLabel('What happens').fill('Nothing')
  return { ...stage, other, tab, askers: askersOf(tab.page) }
}

type Scene = Awaited<ReturnType<typeof scene>>

/** The people as whom a page sends a question, in order. */
function askersOf(page: Page): string[] {
  const askers: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/v1/enduser/tickets')) return
    const [, claims = ''] = (request.headers().authorization ?? '').split('.')
    askers.push(
      claims ? (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }).sub : ''
    )
  })
  return askers
}

/** Ends every sign-in of the person from the merchant's side. */
const endSignIns = ({ merchant, endUser }: Scene) =>
  call('POST', `/v1/dashboard/orgs/${merchant.orgId}/end-users/${endUser.id}/sign-out`, {
    token: merchant.token,
    body: {},
  })

const send = ({ page }: ConsoleTab) => page.getByRole('button', { name: 'Send', exact: true }).click()

/** Asserts that nobody has asked the question as the other person, and that nothing of the first one is shown. */
async function isOthersPage(
  assert: Assert,
  { tab, merchant, endUser, other, license, spare, askers }: Scene
) {
  await tab.page.getByRole('heading', { name: 'Licenses', exact: true }).waitFor()
  await tab.sees(spare.key)
  await tab.page.getByRole('dialog').waitFor({ state: 'detached' })
  const shown = await tab.page.content()
  for (const own of [endUser.email, license.key, SUBJECT]) assert.notInclude(shown, own)
  assert.notInclude(askers, other.id)
  const { body } = await call('GET', `/v1/dashboard/orgs/${merchant.orgId}/tickets`, {
    token: merchant.token,
  })
  assert.deepEqual(body.data.tickets, [])
  tab.isClean()
}

test.group('another person at the portal', () => {
  test('who signs in where the first one was signed out sends nothing of them', async ({
    assert,
    browserContext,
  }) => {
    const all = await scene(browserContext, assert)
    await endSignIns(all)
    await send(all.tab)
    await all.tab.sees('You are signed out')
    await enterPortal(all.tab, all.other.email)
    await isOthersPage(assert, all)
  }).skip(!hasBrowser, NO_BROWSER)

  test('who has only the key of a license of the first one sees that license alone', async ({
    assert,
    browserContext,
  }) => {
    const { tab, endUser, license, ...all } = await scene(browserContext, assert)
    await endSignIns({ tab, endUser, license, ...all })
    await send(tab)
    await tab.page.getByRole('button', { name: 'Use a license key' }).click()
    await tab.page.getByLabel('License key').fill(license.key)
    await tab.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await tab.sees(license.key)
    await tab.page.getByRole('button', { name: 'Account of a license key' }).waitFor()
    const shown = await tab.page.content()
    for (const own of [endUser.email, SUBJECT]) assert.notInclude(shown, own)
    assert.lengthOf(all.askers, 1)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('who signs in on the page that "back" led to sends nothing of the first one', async ({
    assert,
    browserContext,
  }) => {
    const all = await scene(browserContext, assert)
    await endSignIns(all)
    await send(all.tab)
    await all.tab.sees('You are signed out')
    await all.tab.page.goBack()
    await all.tab.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await enterPortal(all.tab, all.other.email)
    await isOthersPage(assert, all)
  }).skip(!hasBrowser, NO_BROWSER)

  for (const isOver of [true, false])
    test(`who signs in in another tab gets this one too, ${isOver ? 'after' : 'before'} the session ended`, async ({
      assert,
      browserContext,
    }) => {
      const all = await scene(browserContext, assert)
      if (isOver) {
        await endSignIns(all)
        await send(all.tab)
        await all.tab.sees('You are signed out')
      }
      const next = await portalTab(browserContext, assert, all.merchant)
      await next.goTo('/sign-in')
      await enterPortal(next, all.other.email)
      await isOthersPage(assert, all)
      await isOthersPage(assert, { ...all, tab: next })
    }).skip(!hasBrowser, NO_BROWSER)

  test('who signed in in a tab that this one did not hear of sends nothing of the first one', async ({
    assert,
    browserContext,
  }) => {
    const all = await scene(browserContext, assert)
    const next = await portalTab(browserContext, assert, all.merchant)
    await next.page.addInitScript('BroadcastChannel.prototype.postMessage = () => {}')
    await next.goTo('/sign-in')
    await enterPortal(next, all.other.email)
    await next.sees(all.spare.key)
    await endSignIns(all)
    await send(all.tab)
    await isOthersPage(assert, all)
  }).skip(!hasBrowser, NO_BROWSER)
})

test.group('the same person at the portal', () => {
  test('goes on after a sign-in in another tab', async ({ assert, browserContext }) => {
    const all = await scene(browserContext, assert)
    await endSignIns(all)
    await send(all.tab)
    await all.tab.sees('You are signed out')
    await forgetAttempts('endUserMail', `${all.merchant.orgId} ${all.endUser.email}`)
    const next = await portalTab(browserContext, assert, all.merchant)
    await next.goTo('/sign-in')
    await enterPortal(next, all.endUser.email)
    await all.tab.page.getByRole('heading', { name: SUBJECT }).waitFor()
    all.tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
