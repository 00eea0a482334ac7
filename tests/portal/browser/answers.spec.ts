import type { Assert } from '@japa/assert'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import type { BrowserContext } from 'playwright'
import { call } from '#tests/testkit/api'
import { hasBrowser } from '#tests/testkit/browser'
import { enterPortal, portalStage, portalTab } from '#tests/testkit/portal_stage'
import { tempFolder } from '#tests/testkit/temp_folder'
import { createTicket } from '#tests/testkit/tickets'
import { until } from '#tests/testkit/wait'

const NO_BROWSER = 'there is no Chromium on this machine'
const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })

/** The page of a ticket of a signed-in end user. */
async function enterTicket(context: BrowserContext, assert: Assert) {
  const { merchant, endUser } = await portalStage()
  const id = await createTicket({ orgId: merchant.orgId, endUserId: endUser.id })
  const tab = await portalTab(context, assert, merchant)
  await tab.goTo(`/tickets/${id}`)
  await enterPortal(tab, endUser.email)
  return { merchant, id, tab, page: tab.page }
}

/** The page of a ticket on which a request of this kind waits until the test releases it. */
async function openTicket(context: BrowserContext, assert: Assert, held: 'messages' | 'attachments') {
  const { merchant, id, tab, page } = await enterTicket(context, assert)
  const gates: (() => void)[] = []
  await page.route(new RegExp(`/tickets/${id}/${held}`), async (route) => {
    if (route.request().method() === 'POST') await new Promise<void>((go) => gates.push(go))
    await route.continue()
  })
  const words = page.getByLabel('Your message')
  await words.waitFor()
  const letGo = async () => (await until('a request that is held', () => gates.shift() ?? null))()
  const close = () => call('POST', `/v1/dashboard/tickets/${id}/close`, { token: merchant.token, body: {} })
  return { close, tab, page, words, letGo, send: () => page.getByRole('button', { name: 'Send' }).click() }
}

test.group('an answer in the portal', () => {
  test('that comes late takes nobody away from where they are', async ({ assert, browserContext }) => {
    const { merchant, endUser } = await portalStage({ tickets: true })
    const tab = await portalTab(browserContext, assert, merchant)
    const { page } = tab
    const { promise: left, resolve: leave } = Promise.withResolvers<void>()
    await page.route(/\/enduser\/tickets$/, (route) => left.then(() => route.continue()))
    await tab.goTo('/tickets/new')
    await enterPortal(tab, endUser.email)
    await page.getByLabel('Subject').fill('It does not start')
    await page.getByLabel('What happens').fill('The window stays empty.')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('link', { name: 'Redeem' }).click()
    const answered = page.waitForResponse(/\/enduser\/tickets$/)
    leave()
    assert.equal((await answered).status(), 201)
    await page.getByLabel('License key').fill('AAA')
    assert.match(page.url(), /\/redeem$/)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('keeps what is typed and added while another is being sent', async ({ assert, browserContext }) => {
    const { tab, page, words, letGo, send } = await openTicket(browserContext, assert, 'messages')
    const files = page.locator('input[type=file]')
    await words.fill('The first')
    await files.setInputFiles([file('first.log')])
    await page.getByRole('button', { name: 'Remove first.log' }).waitFor()
    await send()
    await words.fill('Another thing')
    await files.setInputFiles([file('second.log')])
    await page.getByRole('button', { name: 'Remove second.log' }).waitFor()
    await letGo()
    await page.getByRole('link', { name: 'first.log' }).waitFor()
    assert.equal(await words.inputValue(), 'Another thing')
    assert.equal(await page.getByRole('button', { name: 'Remove first.log' }).count(), 0)

    await send()
    await letGo()
    await page.getByRole('link', { name: 'second.log' }).waitFor()
    assert.equal(await words.inputValue(), '')
    assert.equal(await page.getByRole('button', { name: /^Remove/ }).count(), 0)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('has what was added to it while it was being sent left, and no more', async ({
    assert,
    browserContext,
  }) => {
    const { tab, page, words, letGo, send } = await openTicket(browserContext, assert, 'messages')
    await words.fill('It does not start')
    await send()
    await words.fill('It does not start\nand it is loud')
    await letGo()
    await page.getByRole('list', { name: 'Messages' }).getByText('It does not start').waitFor()
    assert.equal(await words.inputValue(), 'and it is loud')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('can still be read where the merchant has closed the ticket meanwhile', async ({
    assert,
    browserContext,
  }) => {
    const { close, tab, page, words, letGo, send } = await openTicket(browserContext, assert, 'messages')
    await words.fill('It starts now, but it is loud')
    assert.equal((await close()).status, 200)
    await send()
    await letGo()
    await tab.sees('This question is closed')
    const unsent = page.getByLabel('Your message, which was not sent')
    assert.equal(await unsent.inputValue(), 'It starts now, but it is loud')
    assert.equal(await page.getByRole('button', { name: 'Send' }).count(), 0)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('leaves out a file that was taken away while another was stored', async ({
    assert,
    browserContext,
  }) => {
    const { tab, page, letGo } = await openTicket(browserContext, assert, 'attachments')
    const files = page.locator('input[type=file]')
    const [first, second] = ['first.log', 'second.log'].map((name) =>
      page.getByRole('button', { name: `Remove ${name}` })
    )
    await files.setInputFiles([file('first.log'), file('second.log')])
    await letGo()
    await first.waitFor()
    await first.click()
    await first.waitFor({ state: 'detached' })
    await letGo()
    await second.waitFor()
    assert.equal(await first.count(), 0)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('waits for its files, and says which ones are too many', async ({ assert, browserContext }) => {
    const { tab, page, words, letGo, send } = await openTicket(browserContext, assert, 'attachments')
    const files = page.locator('input[type=file]')
    const removals = page.getByRole('button', { name: /^Remove/ })
    const sending = page.getByRole('button', { name: 'Send' })
    await words.fill('The log is attached')
    await files.setInputFiles([file('first.log')])
    await page.locator('[aria-busy=true]').waitFor()
    assert.isTrue(await sending.isDisabled())
    await letGo()
    await removals.waitFor()
    await send()
    await page.getByRole('link', { name: 'first.log' }).waitFor()

    await files.setInputFiles(Array.from({ length: 11 }, (_, at) => file(`${at}.log`)))
    for (let at = 0; at < 10; at++) await letGo()
    await tab.sees('A message takes 10 files')
    await until('ten files', async () => (await removals.count()) === 10)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('takes the files beside one that is refused, which is named', async ({ assert, browserContext }) => {
    const { tab, page } = await enterTicket(browserContext, assert)
    // From the disk: to hand so many bytes to the browser in a message takes it seconds.
    await using folder = await tempFolder()
    const [first, large, last] = ['first.log', 'large.log', 'last.log'].map((name) => join(folder.path, name))
    for (const path of [first, last]) await writeFile(path, 'log')
    await writeFile(large, Buffer.alloc(10 * 1024 * 1024 + 1))
    await page.locator('input[type=file]').setInputFiles([first, large, last])
    await page.getByRole('button', { name: 'Remove last.log' }).waitFor()
    await page.getByRole('button', { name: 'Remove first.log' }).waitFor()
    await page
      .getByRole('alert')
      .getByText(/^large\.log: /)
      .waitFor()
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('names a file that has changed on disk since it was chosen', async ({ assert, browserContext }) => {
    const { tab, page } = await enterTicket(browserContext, assert)
    await using folder = await tempFolder()
    const [first, growing] = ['first.log', 'growing.log'].map((name) => join(folder.path, name))
    for (const path of [first, growing]) await writeFile(path, 'a line\n')
    // The second file is sent after the first one.
    await page.route(/\/attachments$/, async (route) => {
      await writeFile(growing, 'a line\nand another one\n')
      await route.continue()
    })
    await page.locator('input[type=file]').setInputFiles([first, growing])
    await page.getByRole('alert').getByText('growing.log: The file has changed').waitFor()
    await page.getByRole('button', { name: 'Remove first.log' }).waitFor()
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
