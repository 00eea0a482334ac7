import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { hasBrowser } from '#tests/testkit/browser'
import { enterPortal, portalStage, portalTab } from '#tests/testkit/portal_stage'

test.group('a device in the portal when no reset is left', () => {
  test('has a removal that says so before, and when the next one becomes available', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, endUser, license } = await portalStage()
    const policy = { maxHwidResets: 1, hwidResetWindowDays: 30 }
    const product = `/v1/dashboard/products/${merchant.productId}`
    const changed = await call('PATCH', product, { ...merchant, body: { policy } })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    const tab = await portalTab(browserContext, assert, merchant)
    const { page } = tab
    const dialog = page.getByRole('dialog')
    await tab.goTo(`/licenses/${license.id}`)
    await enterPortal(tab, endUser.email)
    await page.getByRole('button', { name: /^Remove .*SKTOP/ }).click()
    await dialog.getByText('This may use one of your resets: 1 of 1 left.').waitFor()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await tab.says('Device removed')

    await page.getByRole('button', { name: /^Remove .*APTOP/ }).click()
    await dialog.getByText('You have no resets left, so this may be refused').waitFor()
    await dialog.getByText(/the next one becomes available .*\d/).waitFor()
    await tab.isAccessible('no reset left')
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')
})
