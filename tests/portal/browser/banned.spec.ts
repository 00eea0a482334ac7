import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { call } from '#tests/testkit/api'
import { hasBrowser } from '#tests/testkit/browser'
import { insidePortal } from '#tests/testkit/portal_stage'

const SUPPORT = 'help@acme.example'

/** Answers like the service does to an access token that is too old. */
const tooOld = (page: Page) =>
  page.route('**/v1/enduser/tickets*', (route) =>
    route.fulfill({
      status: 401,
      json: { error: { code: 'EXPIRED_TOKEN', message: 'The token has expired' } },
    })
  )

/** contract/00-shared-rules: a ban answers USER_BANNED from then on. */
test.group('an end user who is banned while a page is open', () => {
  for (const isOld of [false, true])
    test(`reads why on every page, and is not asked to sign in again${isOld ? ', once the token is old' : ''}`, async ({
      assert,
      browserContext,
    }) => {
      const settings = { branding: { name: 'Acme Tools', supportEmail: SUPPORT } }
      const all = await insidePortal(browserContext, assert, '/tickets/new', settings)
      const { merchant, endUser, tab, page } = all
      await page.getByLabel('Subject').fill('It does not start')
      await page.getByLabel('What happens').fill('Nothing')
      const person = `/v1/dashboard/orgs/${merchant.orgId}/end-users/${endUser.id}`
      await call('POST', `${person}/ban`, { token: merchant.token, body: {} })
      if (isOld) await tooOld(page)
      const main = page.getByRole('main')
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await main.getByText('This account was banned').waitFor()
      assert.equal(await page.getByLabel('Subject').inputValue(), 'It does not start')
      await page.getByRole('link', { name: 'Licenses' }).click()
      await page.waitForURL(/portal\/[^/]+\/?$/)
      await main.getByText('This account was banned').waitFor()
      assert.equal(await page.getByRole('dialog').count(), 0)

      await page.getByRole('link', { name: SUPPORT }).waitFor()
      await tab.isAccessible('a banned person')

      if (!isOld) {
        await tab.goTo('/tickets')
        await main.getByText('This account was banned').waitFor()
        await page.getByRole('link', { name: SUPPORT }).waitFor()
        await tab.isAccessible('a banned person after a reload')
      }

      // Another person may use this browser.
      await tab.goTo('/')
      await page.getByLabel('Email').waitFor()
      tab.isClean()
    }).skip(!hasBrowser, 'there is no Chromium on this machine')
})
