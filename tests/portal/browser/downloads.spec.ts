import type { Assert } from '@japa/assert'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import type { BrowserContext, Page } from 'playwright'
import { rows } from '#kernel/database/sql'
import { hasBrowser } from '#tests/testkit/browser'
import { own } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { enterPortal, portalStage, portalTab } from '#tests/testkit/portal_stage'
import { publishRelease } from '#tests/testkit/published'
import { ask, createPublisher, published } from '#tests/testkit/publishing'
import { until } from '#tests/testkit/wait'

const NO_BROWSER = 'there is no Chromium on this machine'

/** The page of a license with a release, for an end user who signed in with the license key. */
async function openDownloads(context: BrowserContext, assert: Assert) {
  const publisher = await createPublisher()
  const { endUser } = await portalStage({ signIn: { licenseKey: true } }, publisher.merchant)
  const { releaseId } = await published(publisher, 'the program', '1.3.0')
  const [license] = await seedLicenses(publisher.merchant, 1)
  await own(endUser, license.id)
  const tab = await portalTab(context, assert, publisher.merchant)
  const { page } = tab
  await tab.goTo(`/licenses/${license.id}`)
  await page.getByRole('button', { name: 'Use a license key' }).click()
  await page.getByLabel('License key').fill(license.key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await tab.sees('1.3.0')
  const move = (to: 'yank' | 'unyank') =>
    ask(publisher, 'POST', `/${releaseId}/${to}`, to === 'yank' ? { reason: 'It loses settings' } : undefined)
  return { tab, page, move }
}

/** Downloads the program, and returns its link. */
async function download(page: Page, assert: Assert): Promise<string> {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'app.zip' }).click()
  const saved = await saving
  assert.equal(saved.suggestedFilename(), 'app.zip')
  return saved.url()
}

/** contract/12-releases#123-getting-it */
test.group('downloads in the portal', () => {
  test('are offered to somebody with the key of the license alone', async ({ assert, browserContext }) => {
    const { tab, page } = await openDownloads(browserContext, assert)
    await download(page, assert)
    await tab.isAccessible('downloads')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('end with a yank: on an open page, on a new one, and by the link', async ({
    assert,
    browserContext,
  }) => {
    const { tab, page, move } = await openDownloads(browserContext, assert)
    const link = await download(page, assert)
    assert.equal((await fetch(link)).status, 200)
    await move('yank')
    assert.equal((await fetch(link)).status, 404)
    await page.getByRole('button', { name: 'app.zip' }).click()
    await tab.says('This file is no longer available')
    await tab.sees('Nothing to download yet')
    await page.reload()
    await tab.sees('Nothing to download yet')

    await move('unyank')
    await page.reload()
    assert.equal(new URL(await download(page, assert)).pathname, new URL(link).pathname)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('go on after the end where the policy says so, and are not offered where nothing can be had', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, endUser } = await portalStage()
    await publishRelease(merchant, '1.3.0')
    const ended = { expirationMode: 'fixed', expiresAt: Date.now() + 1500 } as const
    const [before] = await seedLicenses(merchant, 1, {
      ...ended,
      policyOverride: { expiredDownloads: 'released_before' },
    })
    const [over] = await seedLicenses(merchant, 1, ended)
    for (const { id } of [before, over]) await own(endUser, id)
    await until('the end', () => Date.now() > ended.expiresAt)
    const tab = await portalTab(browserContext, assert, merchant)
    await tab.goTo(`/licenses/${before.id}`)
    await enterPortal(tab, endUser.email)
    await tab.sees('1.3.0')
    await rows(db.connection(), `update licenses set status = 'EXPIRED' where id = ?`, [before.id])
    await tab.page.reload()
    await tab.sees('1.3.0')

    await tab.goTo(`/licenses/${over.id}`)
    await tab.sees('Active sessions')
    await tab.hasLoaded()
    assert.equal(await tab.page.getByRole('heading', { name: 'Downloads' }).count(), 0)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
