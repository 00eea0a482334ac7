import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { BASE } from '#tests/testkit/http'
import { createMerchant, PASSWORD } from '#tests/testkit/merchant'
import { IDP, requestIdOf, signed, unsignedAnswer } from '#tests/testkit/saml_idp'
import { createColleague, createSamlOrg } from '#tests/testkit/sso'
import { createTicket } from '#tests/testkit/tickets'
import { createCustomer } from '#tests/testkit/end_users'
import { openInvitation } from './invitation.js'

const NO_BROWSER = 'there is no Chromium on this machine'

/** An org that requires SSO, with a member and their provider's page. */
async function captured(context: Parameters<typeof ConsoleTab.open>[0]) {
  const { merchant, domain, sp } = await createSamlOrg()
  const member = await createColleague(merchant, domain)
  await context.route(`${IDP.ssoUrl}**`, (route) => {
    const requestId = requestIdOf(route.request().url())
    const xml = signed(unsignedAnswer({ email: member.email, requestId, sp }))
    const value = Buffer.from(xml).toString('base64')
    const body = `<!doctype html><form method="post" action="${sp.acsUrl}">
      <input type="hidden" name="SAMLResponse" value="${value}"><button>Go on</button></form>`
    return route.fulfill({ contentType: 'text/html', body })
  })
  const enforce = () =>
    rows(db.connection(), `update sso_connections set enforced = true where org_id = ?`, [merchant.orgId])
  return { merchant, member, enforce }
}

test.group('an org that requires single sign-on', () => {
  test('leads to it and back, and the account has no forms that the session may not send', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, member, enforce } = await captured(browserContext)
    await enforce()
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/settings/you', member.email)
    const { page } = tab
    await page.getByRole('heading', { level: 1, name: 'requires single sign-on' }).waitFor()
    await tab.isAccessible('sso first')
    await page.getByRole('link', { name: 'Sign in with SSO' }).click()
    await page.getByLabel('Work email').fill(member.email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.waitForURL(/settings\/you$/)
    await tab.sees('You signed in with single sign-on')
    await page.getByRole('form', { name: 'You' }).waitFor()
    for (const name of ['Change password', 'Turn on'])
      assert.equal(await page.getByRole('button', { name }).count(), 0)
    await tab.isAccessible('own account by SSO')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('keeps what was typed when it begins to, and takes it after a sign-in in another tab', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, member, enforce } = await captured(browserContext)
    const customer = await createCustomer(merchant, { tickets: true })
    const ticket = await createTicket({ orgId: merchant.orgId, endUserId: customer.id })
    const address = `/tickets/${ticket}`
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, address, member.email)
    const { page } = tab
    await page.getByRole('textbox', { name: 'Reply' }).fill('A long answer')
    await enforce()
    await page.getByRole('button', { name: 'Send reply' }).click()
    const opened = browserContext.waitForEvent('page')
    await page.getByRole('link', { name: 'Sign in with SSO in a new tab' }).click()
    const other = await opened
    await other.getByLabel('Work email').fill(member.email)
    await other.getByRole('button', { name: 'Continue' }).click()
    await other.getByRole('button', { name: 'Go on' }).click()
    await other.getByRole('heading', { name: 'Overview' }).waitFor()
    await page.getByText('requires single sign-on').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Send reply' }).click()
    await tab.says('Reply sent')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('is no news to those whom it does not ask', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/settings/you')
    await tab.page.getByRole('button', { name: 'Change password' }).waitFor()
    assert.equal(await tab.page.getByText('You signed in with single sign-on').count(), 0)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})

test.group('the address of an invitation', () => {
  test('stays for whoever signs in after a sign-out in another tab', async ({ assert, browserContext }) => {
    const { merchant, guest, tab, page } = await openInvitation(browserContext, assert)
    const accept = page.getByRole('button', { name: 'Accept the invitation' })
    await accept.waitFor()
    const elsewhere = await browserContext.newPage()
    await elsewhere.goto(`${BASE}/console/${guest.orgId}`)
    await elsewhere.getByRole('button', { name: `Account of ${guest.email}` }).click()
    await elsewhere.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/\/sign-in\?/)
    await tab.signIn(guest.email, PASSWORD)
    await accept.click()
    await page.waitForURL(new RegExp(merchant.orgId))
    const { body } = await call('GET', `/v1/dashboard/orgs/${merchant.orgId}/members`, merchant)
    assert.lengthOf(body.data.members, 2)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
