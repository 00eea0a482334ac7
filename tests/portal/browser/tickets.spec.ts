import { test } from '@japa/runner'
import { hasBrowser } from '#tests/testkit/browser'
import { createEndUser, own } from '#tests/testkit/end_users'
import { insidePortal } from '#tests/testkit/portal_stage'
import { createTicket } from '#tests/testkit/tickets'

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
  }).skip(!hasBrowser, 'there is no Chromium on this machine')
})
