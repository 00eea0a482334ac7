import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { hasBrowser } from '#tests/testkit/browser'
import { enterPortal, portalStage, portalTab } from '#tests/testkit/portal_stage'
import { createTicket } from '#tests/testkit/tickets'

const NO_BROWSER = 'there is no Chromium on this machine'
const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })

test.group('the files of an answer in the portal', () => {
  test('are spoken of no longer once it is sent, and are named after the ticket is closed', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, endUser } = await portalStage()
    const id = await createTicket({ orgId: merchant.orgId, endUserId: endUser.id })
    const tab = await portalTab(browserContext, assert, merchant)
    const { page } = tab
    await tab.goTo(`/tickets/${id}`)
    await enterPortal(tab, endUser.email)
    const refused = page.getByRole('alert').filter({ hasText: 'large.log' })
    const error = { code: 'PAYLOAD_TOO_LARGE', message: 'The file is too large' }
    await page.route(/\/attachments/, (route) => route.fulfill({ status: 413, json: { error } }), {
      times: 1,
    })
    await page.locator('input[type=file]').setInputFiles([file('large.log')])
    await refused.waitFor()
    await page.getByLabel('Your message').fill('Without the file')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('list', { name: 'Messages' }).getByText('Without the file').waitFor()
    assert.equal(await refused.count(), 0)

    await page.locator('input[type=file]').setInputFiles([file('steps.log')])
    await page.getByRole('button', { name: 'Remove steps.log' }).waitFor()
    await call('POST', `/v1/dashboard/tickets/${id}/close`, { token: merchant.token, body: {} })
    await page.getByLabel('Your message').fill('With the file')
    await page.getByRole('button', { name: 'Send' }).click()
    await tab.sees('This question is closed')
    await tab.sees('Files that were not sent')
    await tab.sees('steps.log')
    assert.equal(await page.getByRole('button', { name: 'Remove steps.log' }).count(), 0)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
