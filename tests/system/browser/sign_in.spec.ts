import { test } from '@japa/runner'
import GrantAdmin from '#accounts/actions/grant_admin'
import { ConsoleTab, hasBrowser, LOOKS } from '#tests/testkit/browser'
import { BASE } from '#tests/testkit/http'
import { createMerchant } from '#tests/testkit/merchant'
import { enableTotp, totpCode } from '#tests/testkit/totp'

const NO_BROWSER = 'there is no Chromium on this machine'
const PLACE = '/admin/sign-in'
const THEMES = LOOKS.slice(0, 2)

/** Asserts that the current page is accessible in both themes. */
async function isForEverybody(tab: ConsoleTab, name: string) {
  for (const look of THEMES) {
    await tab.look(look)
    await tab.isAccessible(`${name} in the ${look[1]} theme`)
  }
}

test.group('the sign-in page of the queue board in a browser', () => {
  test('leads to the form for the code and back, and then to the board, in both themes', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    await new GrantAdmin().execute(merchant.email, true)
    const { secret } = await enableTotp(merchant)
    const tab = await ConsoleTab.open(browserContext, assert, PLACE)
    const { page } = tab
    const email = page.getByLabel('Email')
    const code = page.getByLabel('Code')
    await tab.goTo('')
    await email.waitFor()
    await isForEverybody(tab, 'the form for the password')
    await tab.signIn(merchant.email, 'not the password')
    await page.getByRole('alert').filter({ hasText: /./ }).waitFor()
    await isForEverybody(tab, 'a wrong password')

    await tab.signIn(merchant.email)
    await code.waitFor()
    await code.fill('no code')
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByRole('alert').filter({ hasText: /./ }).waitFor()
    await isForEverybody(tab, 'the form for the code')

    await page.getByRole('button', { name: 'Back to the password' }).click()
    await email.waitFor()
    assert.deepEqual([await code.isVisible(), await email.inputValue()], [false, ''])
    assert.equal(await page.getByRole('alert').textContent(), '')

    await tab.signIn(merchant.email)
    await code.fill(await totpCode(secret))
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.waitForURL((url) => url.pathname.startsWith('/admin/queues'))
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, NO_BROWSER)

  test('renews a session that this browser holds, and asks for nothing where it holds none', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const renewals: number[] = []
    browserContext.on('response', (response) => {
      if (response.url().endsWith('/v1/auth/refresh')) renewals.push(response.status())
    })
    const tab = await ConsoleTab.open(browserContext, assert, PLACE)
    const { page } = tab
    await page.goto(`${BASE}/admin/sign-out`)
    await page.waitForURL((url) => url.pathname === PLACE)
    await tab.goTo('')
    // The page makes its own requests before the sign-in, and the test waits for the answer to the sign-in.
    await tab.signIn(merchant.email)
    await tab.sees(`You are signed in as ${merchant.email}`)
    assert.deepEqual(renewals, [])
    await tab.goTo('')
    await tab.sees(`You are signed in as ${merchant.email}`)
    assert.deepEqual(renewals, [200])
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('offers somebody who is no platform admin the way out alone, and then the form', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const tab = await ConsoleTab.open(browserContext, assert, PLACE)
    const { page } = tab
    await tab.goTo('')
    await tab.signIn(merchant.email)
    await tab.sees('npm run ace -- admin:grant')
    assert.isFalse(await page.getByLabel('Email').isVisible())
    await isForEverybody(tab, 'signed in without the right')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await tab.sees('You are signed out.')
    await page.getByLabel('Email').waitFor()
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('tells the console of a sign-out, and of a sign-in by a different user', async ({
    assert,
    browserContext,
  }) => {
    const [merchant, other] = [await createMerchant(), await createMerchant()]
    const inside = await ConsoleTab.signedIn(browserContext, assert, merchant, '/licenses')
    await inside.sees('No licenses yet')
    const tab = await ConsoleTab.open(browserContext, assert, PLACE)
    await tab.goTo('')
    await tab.page.getByRole('button', { name: 'Sign out' }).click()
    await inside.page.waitForURL(/\/console\/sign-in/)
    await inside.signIn(merchant.email)
    await inside.page.waitForURL(new RegExp(merchant.orgId))
    await inside.hasLoaded()
    const { secret } = await enableTotp(other)
    await tab.signIn(other.email)
    await tab.page.getByLabel('Code').fill(await totpCode(secret))
    await tab.page.getByRole('button', { name: 'Verify' }).click()
    await inside.page.waitForURL(new RegExp(other.orgId))
    inside.isClean()
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
