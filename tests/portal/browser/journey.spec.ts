import { test } from '@japa/runner'
import { hasBrowser } from '#tests/testkit/browser'
import { call } from '#tests/testkit/api'
import { mailsTo } from '#tests/testkit/mails'
import { heldBy, selfResets, statusAndOwner } from '#tests/testkit/own_licenses'
import { enterPortal, insidePortal, portalStage, portalTab } from '#tests/testkit/portal_stage'
import { until } from '#tests/testkit/wait'

if (!hasBrowser) {
  console.log('\n!!!  SKIPPED: the portal in a browser. Install chromium, or set CHROMIUM to one.  !!!\n')
}
const NO_BROWSER = 'there is no Chromium on this machine'

test.group('an end user in the portal', () => {
  test('comes in by a mailed code to where a link led, and redeems a key', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, endUser, license, spare } = await portalStage()
    const tab = await portalTab(browserContext, assert, merchant)
    const { page } = tab
    await tab.goTo('/redeem')
    await page.waitForURL(/\/sign-in\?to=/)
    await enterPortal(tab, endUser.email)
    await page.getByRole('heading', { name: 'Redeem a key' }).waitFor()
    // A key that the merchant chose is found only as it is written.
    await tab.sees('exactly as shown')

    await page.getByLabel('License key').fill('no such key')
    await page.getByRole('button', { name: 'Redeem', exact: true }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('License key').fill(` ${spare.key} `)
    await page.getByRole('button', { name: 'Redeem', exact: true }).click()
    await page.waitForURL(new RegExp(`/licenses/${spare.id}$`))
    await tab.sees(spare.key)
    assert.equal((await statusAndOwner(spare.id)).owner, endUser.id)

    await page.getByRole('link', { name: 'Licenses' }).first().click()
    await page.getByLabel('Search by key or product').fill(license.key.slice(-8))
    await page.getByText(spare.key).waitFor({ state: 'detached' })
    await tab.sees(license.key)
    await page.getByLabel('Status', { exact: true }).selectOption('REVOKED')
    await tab.sees('No licenses match')
    await page.getByRole('link', { name: 'Show all' }).click()
    await tab.sees(spare.key)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('searches the licenses, and types on where the caret is', async ({ assert, browserContext }) => {
    const { tab, page } = await insidePortal(browserContext, assert, '/')
    const field = page.getByLabel('Search by key or product')
    await field.fill('proo')
    await page.waitForURL(/search=proo$/)
    await field.press('ArrowLeft')
    await field.pressSequentially('xy')
    await page.waitForURL(/search=proxyo$/)
    assert.equal(await field.inputValue(), 'proxyo')
    await page.getByRole('link', { name: 'Show all' }).click()
    await until('the field is empty', async () => (await field.inputValue()) === '')
    // The portal has no setting that turns off shortcuts of one key, so it has none.
    await page.keyboard.press('/')
    assert.isFalse(await field.evaluate<boolean, HTMLInputElement>((one) => one.matches(':focus')))
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('removes one device, ends a program, and resets the rest', async ({ assert, browserContext }) => {
    const { merchant, endUser, license } = await portalStage()
    const tab = await portalTab(browserContext, assert, merchant)
    const { page } = tab
    await tab.goTo(`/licenses/${license.id}`)
    await enterPortal(tab, endUser.email)
    await page.getByRole('button', { name: 'End', exact: true }).click()
    await tab.sees('No active sessions')
    assert.deepEqual((await heldBy(license.id)).sessions, [])

    await page.getByRole('button', { name: /^Remove .*SKTOP/ }).click()
    await tab.isAccessible('remove a device')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: /^Remove .*SKTOP/ }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await tab.says('Device removed')
    assert.deepEqual((await heldBy(license.id)).bindings, ['198.51.100.7', 'HWID-OF-THE-LAPTOP'])
    await tab.sees('2 of 3 left')

    await page.getByRole('button', { name: 'Reset devices' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reset devices' }).click()
    await tab.sees('1 of 3 left')
    await page.getByRole('button', { name: 'Reset IP addresses' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reset IP addresses' }).click()
    await tab.sees('No devices yet')
    assert.deepEqual((await heldBy(license.id)).bindings, [])
    assert.equal(await selfResets(license.id), 3)

    await page.getByRole('button', { name: 'Reset devices' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reset devices' }).click()
    await tab.says('no reset was used')
    assert.equal(await selfResets(license.id), 3)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('asks, gets an answer by mail and in the thread, writes with a file, and closes', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, endUser, license, tab, page } = await insidePortal(browserContext, assert, '/tickets')
    await tab.sees('No questions yet')
    await page.getByRole('link', { name: 'New question' }).click()
    await page.getByLabel('Subject').fill('It does not start')
    await page.getByLabel('About').selectOption({ label: `Editor, ${license.key}` })
    await page.getByLabel('What happens').fill('Since the update\n<b>nothing</b> happens')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.waitForURL(/\/tickets\/[0-9a-f-]{36}$/)
    await tab.sees('<b>nothing</b> happens')
    await tab.sees('Waiting for support')

    const ticketId = page.url().split('/').at(-1)!
    const messages = `/v1/dashboard/tickets/${ticketId}/messages`
    const { token } = merchant
    await call('POST', messages, { token, body: { body: 'Known since 1.2', internal: true } })
    await call('POST', messages, { token, body: { body: 'Please install 1.3' } })
    const mail = (await mailsTo(endUser.email)).findLast(({ subject }) => subject.includes('answered'))!
    await tab.goTo(`#${/#(ticket=\S+)/.exec(mail.text)![1]}`)
    await page.waitForURL(new RegExp(`/tickets/${ticketId}$`))
    await tab.sees('Please install 1.3')
    await tab.sees('Answered')
    assert.equal(await page.getByText('Known since 1.2').count(), 0)

    await page.getByLabel('Your message').fill('Here is the log')
    const file = { name: 'start.log', mimeType: 'text/plain', buffer: Buffer.from('it started\n') }
    await page.locator('input[type=file]').setInputFiles([file])
    await page.getByRole('button', { name: 'Remove start.log' }).waitFor()
    await page.getByRole('button', { name: 'Send' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'start.log' }).click()
    assert.equal((await saved).suggestedFilename(), 'start.log')

    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('button', { name: 'Close question' }).click()
    await tab.sees('This question is closed')
    await page.getByRole('link', { name: 'Ask a follow-up' }).click()
    await page.waitForURL(new RegExp(`follows=${ticketId}`))
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
