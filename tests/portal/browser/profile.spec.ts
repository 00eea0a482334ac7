import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import type { Page } from 'playwright'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { hasBrowser } from '#tests/testkit/browser'
import { mailedProof } from '#tests/testkit/challenges'
import { mailsTo } from '#tests/testkit/mails'
import { enterPortal, insidePortal, portalStage, portalTab } from '#tests/testkit/portal_stage'
import { signIn } from '#tests/testkit/end_users'
import { until } from '#tests/testkit/wait'

const NO_BROWSER = 'there is no Chromium on this machine'

const mailed = (email: string) => until(`a mail to ${email}`, async () => (await mailsTo(email)).length > 0)
const stored = async (id: string) => {
  const sql = `select first_name as "firstName", email, erase_at as "eraseAt", password_hash is not null as "hasPassword"
    from end_users where id = ?`
  return (await rows<Record<string, unknown>>(db.connection(), sql, [id]))[0]
}

/** Loses the first answer of a route on the way back: the service has done what it was asked for. */
async function loseAnswer(page: Page, address: string) {
  await page.route(
    address,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 }
  )
}

test.group('the profile in the portal', () => {
  test('asks for the current password once the sign-in is too old to stand for it', async ({
    assert,
    browserContext,
  }) => {
    const { tab, page } = await insidePortal(browserContext, assert, '/profile', {
      signIn: { password: true },
    })
    await page.getByLabel('New password').fill('seven quiet lanterns')
    await page.getByRole('button', { name: 'Set password' }).click()
    await tab.says('Your password is set')
    // The answer of the service ten minutes later, when the page has not changed.
    const late = { ok: false, error: { code: 'UNAUTHORIZED', message: 'Send the correct current password' } }
    await page.route('**/v1/enduser/me/password', (route) => route.fulfill({ status: 401, json: late }), {
      times: 1,
    })
    await page.getByLabel('New password').fill('eight quiet lanterns')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('alert').filter({ hasText: late.error.message }).waitFor()
    await page.getByLabel('Current password').fill('seven quiet lanterns')
    assert.equal(await page.getByLabel('New password').inputValue(), 'eight quiet lanterns')
    await page.getByRole('button', { name: 'Change password' }).click()
    await tab.says('Your password is set')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('name, address and password are changed', async ({ assert, browserContext }) => {
    const { endUser, tab, page } = await insidePortal(browserContext, assert, '/profile', {
      signIn: { password: true },
    })
    await page.getByLabel('First name').fill('Jane')
    await page.getByRole('button', { name: 'Save' }).click()
    await tab.says('Saved')

    const email = `new-${endUser.email}`
    await page.getByLabel('New email').fill(email)
    await loseAnswer(page, '**/v1/enduser/me/email')
    await page.getByRole('button', { name: 'Send code' }).click()
    await mailed(email)
    await page.getByLabel('Code').fill('000000')
    assert.lengthOf(await mailsTo(email), 1)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Code').fill((await mailedProof(email)).code)
    await loseAnswer(page, '**/v1/enduser/me/email/confirm')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await tab.says('Your email address is changed')
    await tab.sees(email)

    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('New password').fill('seven quiet lanterns')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('button', { name: 'Change password' }).waitFor()
    assert.containSubset(await stored(endUser.id), { firstName: 'Jane', email, hasPassword: true })
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('the mailed code of a change of address is still good after "Cancel" and "Send code" again', async ({
    assert,
    browserContext,
  }) => {
    const { endUser, tab, page } = await insidePortal(browserContext, assert, '/profile')
    const email = `new-${endUser.email}`
    for (const then of ['Cancel', 'Confirm']) {
      await page.getByLabel('New email').fill(email)
      await page.getByRole('button', { name: 'Send code' }).click()
      await mailed(email)
      await page.getByLabel('Code').fill((await mailedProof(email)).code)
      await page.getByRole('button', { name: then }).click()
    }
    await tab.says('Your email address is changed')
    assert.lengthOf(await mailsTo(email), 1)
    assert.containSubset(await stored(endUser.id), { email })
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('other sign-ins are ended, the data are saved, and all sign-ins end', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, endUser, license } = await portalStage()
    await signIn(endUser)
    const tab = await portalTab(browserContext, assert, merchant)
    const { page } = tab
    await tab.goTo('/profile')
    await enterPortal(tab, endUser.email)
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor({ state: 'detached' })

    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const saved = await saving
    assert.equal(saved.suggestedFilename(), 'my-data.json')
    const file = JSON.parse(await readFile(await saved.path(), 'utf8')) as { licenses: { id: string }[] }
    assert.equal(file.licenses[0].id, license.id)

    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.waitForURL(/\/sign-in/)
    const sql = `select 1 from end_user_sessions where end_user_id = ? and revoked_at is null and used_at is null`
    assert.lengthOf(await rows(db.connection(), sql, [endUser.id]), 0)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('all sign-ins are shown, page by page, with the own one', async ({ assert, browserContext }) => {
    const { endUser, tab, page } = await insidePortal(browserContext, assert, '/')
    await page.getByRole('heading', { name: 'Licenses' }).waitFor()
    for (let one = 0; one < 50; one++) await signIn(endUser)
    await tab.goTo('/profile')
    const rows = page.getByRole('region', { name: 'Your sessions' }).locator('tbody tr')
    await rows.first().waitFor()
    assert.equal(await rows.count(), 50)
    await page.getByRole('button', { name: 'Show more' }).click()
    await rows.filter({ hasText: 'this session' }).waitFor()
    assert.equal(await rows.count(), 51)
    await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' })
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('an erasure takes a mailed code, and is called off', async ({ assert, browserContext }) => {
    const { endUser, tab, page } = await insidePortal(browserContext, assert, '/profile', { erasure: 'self' })
    await page.getByRole('button', { name: 'Erase', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Send code' }).click()
    await dialog.getByLabel('Code').waitFor()
    const mail = (await mailsTo(endUser.email)).findLast(({ subject }) => /eras/i.test(subject))!
    await dialog.getByLabel('Code').fill(/\b(\d{6})\b/.exec(mail.text)![1])
    await loseAnswer(page, '**/v1/enduser/me/erasure/confirm')
    await dialog.getByRole('button', { name: 'Erase in 7 days' }).click()
    await tab.sees('Your account will be erased')
    assert.isNotNull((await stored(endUser.id)).eraseAt)
    await page.getByRole('button', { name: 'Keep my account' }).click()
    await tab.says('Your account will be kept')
    assert.isNull((await stored(endUser.id)).eraseAt)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('an erasure that the merchant makes is asked for by a question', async ({
    assert,
    browserContext,
  }) => {
    const { tab, page } = await insidePortal(browserContext, assert, '/profile')
    await page.getByRole('button', { name: 'Erase', exact: true }).click()
    await page.getByRole('button', { name: 'Send request' }).click()
    await page.getByRole('link', { name: 'View request' }).click()
    await page.getByRole('heading', { name: 'Erase my account' }).waitFor()
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('an erasure that the merchant makes leads to no question where the portal has none', async ({
    assert,
    browserContext,
  }) => {
    const { tab, page } = await insidePortal(browserContext, assert, '/profile', { tickets: false })
    await page.getByRole('button', { name: 'Erase', exact: true }).click()
    await page.getByRole('button', { name: 'Send request' }).click()
    await tab.sees('The merchant has your request.')
    assert.equal(await page.getByRole('link', { name: 'View request' }).count(), 0)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
