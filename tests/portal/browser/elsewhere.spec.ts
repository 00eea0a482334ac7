import { test } from '@japa/runner'
import { portal, portalPage } from '#config/portal'
import { hasBrowser } from '#tests/testkit/browser'
import { BASE } from '#tests/testkit/http'
import { lowered } from '#tests/testkit/limits'
import { mailsTo } from '#tests/testkit/mails'
import { enterPortal, insidePortal, portalStage, portalTab } from '#tests/testkit/portal_stage'

const NO_BROWSER = 'there is no Chromium on this machine'

test.group('the portal', () => {
  test('works at the root of a host of its own, and mails lead there', async ({
    assert,
    browserContext,
    cleanup,
  }) => {
    cleanup(() => {
      portal.host = null
    })
    portal.host = `localhost:${new URL(BASE).port}`
    const { merchant, endUser, license } = await portalStage()
    const tab = await portalTab(browserContext, assert, merchant)
    const { page } = tab
    await tab.goTo(`/licenses/${license.id}`)
    const home = portalPage(merchant.orgId)
    await page.waitForURL(new RegExp(`^${home}/sign-in`))
    await enterPortal(tab, endUser.email)
    await page.waitForURL(`${home}/licenses/${license.id}`)
    await tab.sees(license.key)
    assert.include((await mailsTo(endUser.email))[0].text, `${home}/licenses/${license.id}#token=`)
    await page.reload()
    await tab.sees(license.key)
    await page.goto(`http://${portal.host}/console`)
    await page.getByRole('heading', { name: 'There is no portal here' }).waitFor()
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('says that it waits where the service asks to', async ({ assert, browserContext }) => {
    const { tab, page } = await insidePortal(browserContext, assert, '/redeem')
    await page.getByRole('heading', { name: 'Redeem a key' }).waitFor()
    using _ = lowered({ ipPerMinute: 0 })
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Licenses' }).click()
    await tab.sees('The service is limiting requests. Waiting')
    await tab.isAccessible('waiting')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
