import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { createCustomer } from '#tests/testkit/end_users'
import { createMerchant } from '#tests/testkit/merchant'
import { createMember } from '#tests/testkit/team'
import { createTicket } from '#tests/testkit/tickets'
import { until } from '#tests/testkit/wait'

const NO_BROWSER = 'there is no Chromium on this machine'

test.group('tickets in the console', () => {
  test('one is found, taken, noted on, answered with a file, and closed', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const customer = await createCustomer(merchant, { tickets: true })
    const ticket = { orgId: merchant.orgId, endUserId: customer.id }
    const id = await createTicket(ticket)
    await createTicket({ ...ticket, subject: 'An invoice' })
    const read = async () => (await call('GET', `/v1/dashboard/tickets/${id}`, merchant)).body.data.ticket
    const theirs = () => call('GET', `/v1/enduser/tickets/${id}/messages`, customer)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/tickets?status=open')
    const { page } = tab
    await page.getByRole('searchbox').fill('start')
    await page.waitForURL(/search=start/)
    await page.getByRole('link', { name: 'An invoice' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'It does not start' }).click()
    await tab.sees('The window stays empty.')

    await tab.chooses('Assigned to', merchant.userId)
    await tab.chooses('Priority', 'high')
    await page.getByLabel('Visible to the team only').check()
    await page.getByLabel('Internal note', { exact: true }).fill('Known with old drivers')
    await tab.isAccessible('note')
    await page.getByRole('button', { name: 'Add note' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Known with old drivers' }).waitFor()
    assert.notInclude(JSON.stringify((await theirs()).body), 'old drivers')
    assert.containSubset(await read(), { assigneeId: merchant.userId, priority: 'high', status: 'open' })

    await page.getByLabel('Visible to the team only').uncheck()
    await page.getByRole('textbox', { name: 'Reply' }).fill('Please update the driver')
    const attached = page.getByRole('list', { name: 'Attachments' }).getByText('steps.txt')
    for (const [count, text] of ['First, update.', 'Something else'].entries()) {
      const file = { name: 'steps.txt', mimeType: 'text/plain', buffer: Buffer.from(text) }
      await page.getByLabel('Files to attach').setInputFiles(file)
      await attached.nth(count).waitFor()
    }
    await page.getByRole('button', { name: 'Remove steps.txt' }).last().click()
    await attached.nth(1).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Send reply' }).click()
    const answer = page.getByRole('listitem').filter({ hasText: 'Please update the driver' })
    await answer.waitFor()
    await page.getByText('Waiting for end user').first().waitFor()
    await tab.isAccessible('ticket')
    const download = page.waitForEvent('download')
    await answer.getByRole('link', { name: /steps\.txt/ }).click()
    assert.equal((await download).suggestedFilename(), 'steps.txt')
    assert.equal(await readFile(await (await download).path(), 'utf8'), 'First, update.')
    const [, message] = (await theirs()).body.data.messages
    assert.deepEqual([message.body, message.attachments[0].name], ['Please update the driver', 'steps.txt'])

    const dialog = page.getByRole('dialog')
    const ask = () => page.getByRole('button', { name: 'Close', exact: true }).click()
    const refused = { status: 409, json: { error: { code: 'CONFLICT', message: 'Not at this moment' } } }
    await page.route(/\/close$/, (route) => route.fulfill(refused), { times: 1 })
    await ask()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.getByText('Not at this moment').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await ask()
    await dialog.waitFor()
    assert.equal(await dialog.getByRole('alert').count(), 0)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByText('This ticket is closed and accepts no more messages.').waitFor()
    assert.equal(await page.getByRole('form', { name: 'Reply' }).count(), 0)
    assert.equal((await read()).status, 'closed')
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, NO_BROWSER)

  test('what is typed while a reply is being sent stays', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const customer = await createCustomer(merchant, { tickets: true })
    const id = await createTicket({ orgId: merchant.orgId, endUserId: customer.id })
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    const held = Promise.withResolvers<void>()
    await page.route(/\/messages$/, async (route) => {
      if (route.request().method() === 'POST') await held.promise
      await route.continue()
    })
    await tab.goTo(`/${merchant.orgId}/tickets/${id}`)
    await tab.signIn(merchant.email)
    const words = page.getByRole('textbox', { name: 'Reply' })
    await words.fill('Please update')
    await page.getByRole('button', { name: 'Send reply' }).click()
    await words.fill('Please update\nand restart')
    held.resolve()
    await page.getByRole('listitem').filter({ hasText: 'Please update' }).waitFor()
    assert.equal(await words.inputValue(), 'and restart')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('a reply in a long thread is at its end', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const customer = await createCustomer(merchant, { tickets: true })
    const id = await createTicket({ orgId: merchant.orgId, endUserId: customer.id })
    for (let count = 1; count <= 101; count++)
      await call('POST', `/v1/dashboard/tickets/${id}/messages`, {
        ...merchant,
        body: { body: `Note ${count}`, internal: true },
      })
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, `/tickets/${id}`)
    const { page } = tab
    const last = page.getByRole('list', { name: 'Messages' }).getByRole('listitem').last()
    await last.getByText('Note 101', { exact: true }).waitFor()
    await page.getByRole('textbox', { name: 'Reply' }).fill('Please update')
    await page.getByRole('button', { name: 'Send reply' }).click()
    await last.getByText('Please update', { exact: true }).waitFor()
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, NO_BROWSER)

  test('later messages that cannot be read are asked for by a press', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const customer = await createCustomer(merchant, { tickets: true })
    const id = await createTicket({ orgId: merchant.orgId, endUserId: customer.id })
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    let later = 0
    await page.route(/\/messages\?/, async (route) => {
      if (!route.request().url().includes('cursor=')) {
        const response = await route.fetch()
        const { data } = (await response.json()) as { data: object }
        return route.fulfill({ response, json: { ok: true, data: { ...data, nextCursor: 'later' } } })
      }
      later += 1
      const data = { messages: [], nextCursor: null }
      if (later === 1) return route.fulfill({ status: 403, json: { error: { code: 'FORBIDDEN' } } })
      return route.fulfill({ json: { ok: true, data } })
    })
    await tab.goTo(`/${merchant.orgId}/tickets/${id}`)
    await tab.signIn(merchant.email)
    const more = page.getByRole('button', { name: 'Show later messages' })
    await more.click()
    await more.waitFor({ state: 'detached' })
    await tab.sees('The window stays empty.')
    assert.equal(later, 2)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('a reply that was begun stays with its ticket', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const customer = await createCustomer(merchant, { tickets: true })
    const ticket = { orgId: merchant.orgId, endUserId: customer.id }
    const followsTicketId = await createTicket({ ...ticket, subject: 'The first one' })
    await createTicket({ ...ticket, subject: 'The second one', followsTicketId })
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, `/tickets/${followsTicketId}`)
    const { page } = tab
    const words = page.getByRole('textbox', { name: 'Reply' })
    await words.waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Tickets' }).click()
    await page.getByRole('link', { name: 'The second one' }).click()
    await words.fill('For the second one')
    await page.getByRole('link', { name: 'An earlier ticket' }).click()
    await page.getByRole('heading', { name: 'The first one' }).waitFor()
    assert.equal(await words.inputValue(), '')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('a closed one says on its page, as in the list, that a former member had it', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const member = await createMember(merchant, 'MEMBER')
    const customer = await createCustomer(merchant, { tickets: true })
    const id = await createTicket({ orgId: merchant.orgId, endUserId: customer.id })
    const path = `/v1/dashboard/tickets/${id}`
    await call('PATCH', path, { ...merchant, body: { assigneeId: member.userId } })
    await call('POST', `${path}/close`, { ...merchant, body: {} })
    await call('DELETE', `/v1/dashboard/orgs/${merchant.orgId}/members/${member.userId}`, merchant)
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/tickets')
    const { page } = tab
    await page.getByRole('cell', { name: 'A former member' }).waitFor()
    await page.getByRole('link', { name: 'It does not start' }).click()
    const shown = page.getByLabel('Assigned to').locator('option:checked')
    await until('the page says so', async () => (await shown.innerText()) === 'A former member')
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('a member of a large team has a name, and can be assigned a ticket', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    await createMember(merchant, 'MEMBER')
    const last = await createMember(merchant, 'MEMBER')
    const customer = await createCustomer(merchant, { tickets: true })
    const id = await createTicket({ orgId: merchant.orgId, endUserId: customer.id })
    const path = `/v1/dashboard/tickets/${id}`
    await call('PATCH', path, { ...merchant, body: { assigneeId: last.userId } })
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    // A page holds one member, as if the team had hundreds.
    await page.route(/\/members\?/, (route) => {
      const url = new URL(route.request().url())
      url.searchParams.set('limit', '1')
      return route.continue({ url: url.href })
    })
    await tab.goTo(`/${merchant.orgId}/tickets`)
    await tab.signIn(merchant.email)
    await page.getByRole('cell', { name: last.email }).waitFor()
    await page.getByRole('link', { name: 'It does not start' }).click()
    await tab.chooses('Assigned to', merchant.userId)
    await tab.chooses('Assigned to', last.userId)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)

  test('the list does not say that a message of a team member is from the reader', async ({
    assert,
    browserContext,
  }) => {
    const merchant = await createMerchant()
    const member = await createMember(merchant, 'MEMBER')
    const customer = await createCustomer(merchant, { tickets: true })
    const id = await createTicket({ orgId: merchant.orgId, endUserId: customer.id })
    const body = { body: 'Please update' }
    await call('POST', `/v1/dashboard/tickets/${id}/messages`, { token: member.token, body })
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/tickets')
    await tab.sees(/^Team, /)
    assert.equal(await tab.page.getByText('You, ').count(), 0)
    tab.isClean()
  }).skip(!hasBrowser, NO_BROWSER)
})
