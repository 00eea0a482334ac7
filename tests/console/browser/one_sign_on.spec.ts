import { test } from '@japa/runner'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { CERTIFICATES, IDP, requestIdOf, signed, unsignedAnswer, type Said } from '#tests/testkit/saml_idp'
import { createColleague, createSamlOrg, ssoPath } from '#tests/testkit/sso'
import { call } from '#tests/testkit/api'

const NO_BROWSER = 'there is no Chromium on this machine'

/** A provider's page: a form that sends the browser on with an answer about a person. */
const providerPage = (acsUrl: string, xml: string) => `<!doctype html><form method="post" action="${acsUrl}">
  <input type="hidden" name="SAMLResponse" value="${Buffer.from(xml).toString('base64')}">
  <button>Go on</button></form>`

test.group('single sign-on in the console', () => {
  test('an owner enters a provider, copies what it must know, and tests it', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, domain } = await createSamlOrg()
    await call('DELETE', ssoPath(merchant), merchant)
    // The member who tests the connection must be the person whom the provider signs in.
    const { email } = await createColleague(merchant, domain, 'OWNER')
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    await tab.goTo(`/${merchant.orgId}/settings/sso`)
    await tab.signIn(email)
    await tab.sees(domain)
    await page.getByLabel('Configure by').selectOption('hand')
    await page.getByLabel('Provider entity ID').fill(IDP.entityId)
    await page.getByLabel('Provider sign-in URL').fill(IDP.ssoUrl)
    await page.getByLabel('Certificates').fill('no certificate')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').first().waitFor()
    await page.getByLabel('Certificates').fill(CERTIFICATES.idp)
    await page.getByLabel('Roles by group').fill('admins: ADMIN')
    await page.getByRole('button', { name: 'Save' }).click()
    await tab.says('Saved')
    const { connection } = (await call('GET', ssoPath(merchant), merchant)).body.data
    assert.deepEqual(connection.groupRoles, { admins: 'ADMIN' })
    await tab.sees(connection.acsUrl)
    await tab.isAccessible('provider')

    await browserContext.route(`${IDP.ssoUrl}**`, (route) => {
      const requestId = requestIdOf(route.request().url())
      const xml = signed(unsignedAnswer({ email, requestId, sp: connection as Said['sp'] }))
      return route.fulfill({ contentType: 'text/html', body: providerPage(connection.acsUrl, xml) })
    })
    await page.getByRole('button', { name: 'Test sign-in' }).click()
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.waitForURL(/settings\/sso\?test=ok/)
    await tab.sees('The test succeeded')
    await page.getByRole('cell', { name: email }).waitFor()
    await page.getByLabel('Require SSO').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').first().waitFor()
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, NO_BROWSER)

  test('a line of the roles by group that cannot be kept is named at its field', async ({
    assert,
    browserContext,
  }) => {
    const { merchant } = await createSamlOrg({ groupRoles: { staff: 'VIEWER' } })
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/settings/sso')
    const { page } = tab
    const lines = page.getByLabel('Roles by group')
    const stored = async () =>
      (await call('GET', ssoPath(merchant), merchant)).body.data.connection.groupRoles
    for (const { typed, said } of [
      { typed: 'admins: OWNER', said: /VIEWER/ },
      { typed: 'staff: MEMBER\nadmins ADMIN', said: 'Line 2 has no group and role' },
      { typed: 'staff: MEMBER\nstaff: ADMIN', said: 'two lines for the group staff' },
    ]) {
      await lines.fill(typed)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.locator('.field', { has: lines }).getByRole('alert').filter({ hasText: said }).waitFor()
      assert.equal(await lines.inputValue(), typed)
      assert.deepEqual(await stored(), { staff: 'VIEWER' })
    }
    await tab.isAccessible('a refused line')
    await lines.fill('staff: MEMBER\nadmins: ADMIN')
    await page.getByRole('button', { name: 'Save' }).click()
    await tab.says('Saved')
    assert.deepEqual(await stored(), { staff: 'MEMBER', admins: 'ADMIN' })
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, NO_BROWSER)

  test('a member signs in by the domain of the address, and lands where they wanted to go', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, domain, sp } = await createSamlOrg()
    const member = await createColleague(merchant, domain)
    await browserContext.route(`${IDP.ssoUrl}**`, (route) => {
      const requestId = requestIdOf(route.request().url())
      const xml = signed(unsignedAnswer({ email: member.email, requestId, sp }))
      return route.fulfill({ contentType: 'text/html', body: providerPage(sp.acsUrl, xml) })
    })
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    await tab.goTo(`/${merchant.orgId}/team`)
    await page.getByRole('link', { name: 'Single sign-on' }).click()
    await page.getByLabel('Work email').fill('anybody@elsewhere.example')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('alert').waitFor()
    await tab.isAccessible('sso')
    await page.getByLabel('Work email').fill(member.email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(`${IDP.ssoUrl}**`)
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('heading', { name: 'Team' }).waitFor()
    await tab.sees(member.email)

    await tab.goTo('/sso?code=somebodys')
    await tab.sees('This sign-in was not started in this tab')
    await tab.isAccessible('not begun')
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, NO_BROWSER)
})
