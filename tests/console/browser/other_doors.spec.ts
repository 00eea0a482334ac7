import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { oauthSignIn } from '#config/oauth'
import { limits } from '#config/limits'
import { newId } from '#kernel/secrets/ids'
import { OIDC_SHARED_URI } from '#sso/store/sso_addresses'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { createMerchant } from '#tests/testkit/merchant'
import { openOidcProvider, startOidcProvider } from '#tests/testkit/oidc_provider'
import { openLoopback } from '#tests/testkit/oidc_sso'
import { createColleague, createEmailDomain, ssoPath } from '#tests/testkit/sso'

const NO_BROWSER = 'there is no Chromium on this machine'

/** Goes through the pages of a real provider as a person called `login`. */
async function consentAs(page: Page, login: string) {
  await page.locator('input[name=login]').fill(login)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  await page.locator('input[name=prompt][value=consent]').waitFor({ state: 'attached' })
  await page.locator('button[type=submit]').click()
}

test.group('doors of the console at providers of OpenID Connect', () => {
  test('an owner connects one to the org, maps its claims, keeps its secret, and tests it', async ({
    assert,
    browserContext,
    cleanup,
  }) => {
    limits.ssoStartsPer15Minutes = -1
    const end = openLoopback()
    const says = (email: string) => ({ email, email_verified: true, groups: ['staff'] })
    const provider = await openOidcProvider(OIDC_SHARED_URI, says)
    cleanup(async () => {
      end()
      await provider.close()
    })
    const merchant = await createMerchant()
    const { email } = await createColleague(merchant, await createEmailDomain(merchant.orgId), 'OWNER')
    const read = async () => (await call('GET', ssoPath(merchant), merchant)).body.data.connection
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    await tab.goTo(`/${merchant.orgId}/settings/sso`)
    await tab.signIn(email)
    await page.getByLabel('Protocol').selectOption('oidc')
    assert.equal(await page.getByLabel('Configure by').count(), 0)
    await page.getByLabel('Issuer').fill('https://10.0.0.1')
    await page.getByLabel('Client ID').fill(provider.clientId)
    await page.getByLabel('Client secret').fill(provider.clientSecret)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Issuer').fill(provider.issuer)
    await page.getByRole('button', { name: 'Save' }).click()
    await tab.says('Saved')
    const { acsUrl } = await read()
    const theirs = page.getByRole('listitem', { name: 'Service provider details' })
    await theirs.getByText(acsUrl).waitFor()
    assert.equal(await theirs.getByText('Entity ID').count(), 0)

    await page.getByLabel('Groups', { exact: true }).fill('teams')
    await page.getByLabel('Session duration, hours').fill('8')
    await page.getByRole('button', { name: 'Save' }).click()
    await tab.says('Saved')
    assert.containSubset(await read(), {
      type: 'oidc',
      oidc: { issuer: provider.issuer, clientId: provider.clientId },
      attributeMapping: { groups: 'teams' },
      sessionHours: 8,
    })
    await tab.isAccessible('OpenID Connect')

    await page.getByRole('button', { name: 'Test sign-in' }).click()
    await consentAs(page, email)
    await page.waitForURL(/settings\/sso\?test=ok/)
    await tab.sees('The test succeeded')
    await page.getByLabel('Protocol').selectOption('saml')
    await tab.sees('Saving replaces the current provider')
    assert.equal((await read()).type, 'oidc')
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, NO_BROWSER)

  test('somebody links an account, signs in with it, and unlinks it', async ({
    assert,
    browserContext,
    cleanup,
  }) => {
    limits.ssoStartsPer15Minutes = -1
    const provider = await startOidcProvider('local')
    oauthSignIn.enabled = true
    cleanup(async () => {
      oauthSignIn.enabled = false
      await provider.close()
    })
    const merchant = await createMerchant()
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    const you = `/${merchant.orgId}/settings/you`
    await tab.goTo(you)
    await page.getByRole('button', { name: 'Sign in with local' }).waitFor()
    await tab.isAccessible('sign-in by a linked account')
    await tab.signIn(merchant.email)
    await page.getByRole('button', { name: 'Link local', exact: true }).click()
    const opened = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Go to local' }).click()
    const there = await opened
    await consentAs(there, newId())
    await there.getByRole('heading', { name: 'Linked' }).waitFor()
    await there.getByText('You can close this page').waitFor()
    await there.close()
    await page.reload()
    await page.getByRole('button', { name: 'Unlink local' }).waitFor()
    await tab.isAccessible('linked accounts')

    await browserContext.clearCookies({ name: /^latchkey_/ })
    await tab.goTo(you)
    await page.getByRole('button', { name: 'Sign in with local' }).click()
    await page.getByRole('button', { name: 'Unlink local' }).click()
    await page.getByRole('button', { name: 'Link local', exact: true }).waitFor()
    assert.lengthOf((await call('GET', '/v1/dashboard/me/accounts', merchant)).body.data.accounts, 0)

    await browserContext.clearCookies({ name: /^latchkey_/ })
    await tab.goTo('/')
    await page.getByRole('button', { name: 'Sign in with local' }).click()
    await tab.sees('No user has linked this account')
    await tab.isAccessible('not linked')
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByLabel('Password').waitFor()
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, NO_BROWSER)
})
