import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { OIDC_SHARED_URI } from '#sso/store/sso_addresses'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { BASE } from '#tests/testkit/http'
import { openOidcProvider } from '#tests/testkit/oidc_provider'
import { createOidcOrg, openLoopback } from '#tests/testkit/oidc_sso'
import { CERTIFICATES, IDP, type CertifiedKey } from '#tests/testkit/saml_idp'
import { openSamlProvider } from '#tests/testkit/samlify_provider'
import { createColleague, createSamlOrg, ssoPath } from '#tests/testkit/sso'
import { enableTotp } from '#tests/testkit/totp'
import { createMerchant } from '#tests/testkit/merchant'

const NO_BROWSER = 'there is no Chromium on this machine'

/** Starts a sign-in in the console by the domain of the address. */
async function askAtWork(page: Page, email: string) {
  await page.getByRole('link', { name: 'Single sign-on' }).click()
  await page.getByLabel('Work email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Signs in on the pages of `oidc-provider`. */
async function signInAtOidc(page: Page, email: string) {
  await page.locator('input[name=login]').fill(email)
  await page.locator('input[name=password]').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Signs in on the pages of a provider of samlify. */
async function signInAtSaml(page: Page, email: string) {
  await page.getByLabel('Who are you?').fill(email)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Go on' }).click()
}

/** An org with SAML, and a provider that has its metadata. */
async function samlScene() {
  const org = await createSamlOrg()
  const metadata = async () => (await fetch(`${BASE}/sso/saml/${org.sp.id}/metadata`)).text()
  return { ...org, provider: await openSamlProvider(metadata) }
}

/** contract/13-sso, with third-party providers and a browser. */
test.group('single sign-on at real providers', () => {
  test('a member signs in at a provider of OpenID Connect', async ({ assert, browserContext, cleanup }) => {
    cleanup(openLoopback())
    const merchant = await createMerchant()
    const says = (email: string) => ({ email, email_verified: true })
    const provider = await openOidcProvider(OIDC_SHARED_URI, says)
    cleanup(() => provider.close())
    const { domain } = await createOidcOrg(provider, {}, merchant)
    const { email } = await createColleague(merchant, domain)
    const tab = await ConsoleTab.open(browserContext, assert)
    await tab.goTo(`/${merchant.orgId}/team`)
    await askAtWork(tab.page, email)
    await signInAtOidc(tab.page, email)
    await tab.page.getByRole('heading', { name: 'Team' }).waitFor()
    await tab.page.getByRole('cell', { name: email }).waitFor()
  })
    .timeout(60_000)
    .skip(!hasBrowser, NO_BROWSER)

  test('a provider of SAML changes its certificate, and nobody is kept out meanwhile', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const { merchant, domain, body, provider } = await samlScene()
    cleanup(() => provider.close())
    const save = async (...keys: CertifiedKey[]) => {
      const saml = { ...IDP, ssoUrl: provider.ssoUrl, certificates: keys.map((key) => CERTIFICATES[key]) }
      const made = await call('PUT', ssoPath(merchant), { token: merchant.token, body: { ...body, saml } })
      assert.equal(made.status, 200)
    }
    const signIn = async (key: CertifiedKey) => {
      provider.key = key
      const { email } = await createColleague(merchant, domain)
      const context = await browser.newContext({ locale: 'en-US' })
      const tab = await ConsoleTab.open(context, assert)
      await tab.goTo(`/${merchant.orgId}/team`)
      await askAtWork(tab.page, email)
      await signInAtSaml(tab.page, email)
      return { tab, close: () => context.close(), email }
    }
    const comesIn = async (key: CertifiedKey) => {
      const { tab, close, email } = await signIn(key)
      await tab.page.getByRole('cell', { name: email }).waitFor()
      await close()
    }
    await save('idp')
    await comesIn('idp')
    await save('idp', 'next')
    await comesIn('idp')
    await comesIn('next')
    await save('next')
    await comesIn('next')
    const { tab, close } = await signIn('idp')
    await tab.page.getByRole('alert').waitFor()
    await close()
  })
    .timeout(120_000)
    .skip(!hasBrowser, NO_BROWSER)

  test('what an org enforces holds for its members, and for nobody else', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const { merchant, domain, body, provider } = await samlScene()
    cleanup(() => provider.close())
    const saml = { ...IDP, ssoUrl: provider.ssoUrl, certificates: [CERTIFICATES.idp] }
    const owner = await createColleague(merchant, domain, 'OWNER')
    const member = await createColleague(merchant, domain)
    const contractor = await createColleague(merchant, 'elsewhere.example')
    const put = (enforced: boolean) =>
      call('PUT', ssoPath(merchant), { token: owner.token, body: { ...body, saml, enforced } })
    await put(false)
    const comeIn = async (email: string, at = merchant.orgId) => {
      const context = await browser.newContext({ locale: 'en-US' })
      cleanup(() => context.close())
      const tab = await ConsoleTab.open(context, assert)
      await tab.goTo(`/${at}/team`)
      await tab.signIn(email)
      return tab
    }
    const boss = await comeIn(owner.email)
    await boss.page.getByRole('cell', { name: owner.email }).waitFor()
    await boss.goTo(`/${merchant.orgId}/settings/sso`)
    await boss.page.getByRole('button', { name: 'Test sign-in' }).click()
    await signInAtSaml(boss.page, owner.email)
    await boss.page.waitForURL(/settings\/sso\?test=ok/)
    await enableTotp(owner)
    assert.equal((await put(true)).status, 200)

    const kept = await comeIn(member.email)
    await kept.sees(/requires single sign-on/)
    await kept.goTo(`/${member.orgId}/team`)
    await kept.page.getByRole('cell', { name: member.email }).waitFor()
    const guest = await comeIn(contractor.email)
    await guest.page.getByRole('cell', { name: contractor.email }).waitFor()
    await boss.goTo(`/${merchant.orgId}/team`)
    await boss.page.getByRole('cell', { name: owner.email }).waitFor()

    const context = await browser.newContext({ locale: 'en-US' })
    cleanup(() => context.close())
    const tab = await ConsoleTab.open(context, assert)
    await tab.goTo(`/${merchant.orgId}/team`)
    await askAtWork(tab.page, member.email)
    await signInAtSaml(tab.page, member.email)
    await tab.page.getByRole('cell', { name: member.email }).waitFor()
  })
    .timeout(120_000)
    .skip(!hasBrowser, NO_BROWSER)
})
