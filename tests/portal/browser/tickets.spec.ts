import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { hasBrowser } from '#tests/testkit/browser'
import { createEndUser, own } from '#tests/testkit/end_users'
import { insidePortal } from '#tests/testkit/portal_stage'
import { createTicket } from '#tests/testkit/tickets'

const NO_BROWSER = 'there is no Chromium on this machine'

test.group('a question in the portal', () => {
  test('about a license that somebody else has by now leads to no page that is not there', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, endUser, license, spare, tab, page } = await insidePortal(browserContext, assert, '/')
    await tab.sees(license.key)
    const about = (licenseId: string) =>
      createTicket({ orgId: merchant.orgId, endUserId: endUser.id, licenseId })
    const [mine, gone] = [await about(license.id), await about(spare.id)]
    await own(await createEndUser(merchant), spare.id)
    await tab.goTo(`/tickets/${gone}`)
    await tab.sees('about a license that you no longer have')
    await tab.goTo(`/tickets/${mine}`)
    await page.getByRole('link', { name: 'a license', exact: true }).click()
    await page.waitForURL(new RegExp(`/licenses/${license.id}$`))
    await tab.sees(license.key)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('that was closed meanwhile elsewhere shows so when it is to be closed', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, endUser, license, tab, page } = await insidePortal(browserContext, assert, '/')
    await tab.sees(license.key)
    const ticket = await createTicket({ orgId: merchant.orgId, endUserId: endUser.id })
    await tab.goTo(`/tickets/${ticket}`)
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).waitFor()
    const closed = await call('POST', `/v1/dashboard/tickets/${ticket}/close`, merchant)
    assert.equal(closed.status, 200)
    await page.getByRole('button', { name: 'Close question' }).click()
    await tab.sees('This question is closed.')
    await page.getByRole('button', { name: 'Close question' }).waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('button', { name: 'Close', exact: true }).count(), 0)
    await page.locator('main:focus').waitFor()
    await tab.isAccessible('a closed question')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('that was closed meanwhile elsewhere shows so when it is to be reopened', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, endUser, license, tab, page } = await insidePortal(browserContext, assert, '/')
    await tab.sees(license.key)
    const ticket = await createTicket({ orgId: merchant.orgId, endUserId: endUser.id })
    const path = `/v1/dashboard/tickets/${ticket}`
    const resolved = await call('PATCH', path, { ...merchant, body: { status: 'resolved' } })
    assert.equal(resolved.status, 200)
    await tab.goTo(`/tickets/${ticket}`)
    const reopen = page.getByRole('button', { name: 'Reopen' })
    await reopen.waitFor()
    await call('POST', `${path}/close`, merchant)
    await reopen.click()
    await tab.sees('This question is closed.')
    await reopen.waitFor({ state: 'detached' })
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
