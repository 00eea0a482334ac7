import { test } from '@japa/runner'
import type { Route } from 'playwright'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { mailedToken } from '#tests/testkit/mails'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { createMember } from '#tests/testkit/team'
import { until } from '#tests/testkit/wait'
import { openInvitation } from './invitation.js'

/** The roles of an org's members, by address. */
async function rolesOf({ orgId, token }: Merchant): Promise<Record<string, string>> {
  const { body } = await call('GET', `/v1/dashboard/orgs/${orgId}/members`, { token })
  const members = body.data.members as { email: string; role: string }[]
  return Object.fromEntries(members.map(({ email, role }) => [email, role]))
}

test.group('a team in the console', () => {
  test('somebody is invited, joins, gets another role, and is removed', async ({
    assert,
    browser,
    browserContext,
  }) => {
    const [merchant, guest] = [await createMerchant(), await createMerchant()]
    const tab = await ConsoleTab.open(browserContext, assert)
    const { page } = tab
    const dialog = page.getByRole('dialog')
    await tab.goTo(`/${merchant.orgId}/team`)
    await tab.signIn(merchant.email)
    await page.getByRole('button', { name: 'Invite' }).click()
    await dialog.getByLabel('Email').fill('ada@nowhere')
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await dialog.getByRole('alert').getByText('must be a valid email address').waitFor()
    await tab.isAccessible('invitation')
    await dialog.getByLabel('Email').fill(guest.email)
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await tab.says(`${guest.email} is invited`)
    await page.getByRole('region', { name: 'Invited' }).getByText(guest.email).waitFor()
    await tab.isAccessible('team with an invitation')

    await using elsewhere = await browser.newContext()
    const second = await ConsoleTab.open(elsewhere, assert)
    await second.goTo(`/invite?token=${await mailedToken(guest.email, 'invites you')}`)
    await second.signIn(guest.email)
    await second.sees(`You are signed in as ${guest.email}.`)
    await second.isAccessible('accepting')
    await second.page.getByRole('button', { name: 'Accept the invitation' }).click()
    await second.page.waitForURL(`**/console/${merchant.orgId}`)
    assert.deepEqual(await rolesOf(merchant), { [merchant.email]: 'OWNER', [guest.email]: 'MEMBER' })
    await second.page.getByRole('link', { name: 'Licenses', exact: true }).click()
    await second.page.getByRole('button', { name: 'New license' }).first().waitFor()

    await page.reload()
    await tab.chooses(`Role of ${guest.email}`, 'VIEWER')
    await page.getByText('Invited', { exact: true }).waitFor({ state: 'detached' })
    assert.equal((await rolesOf(merchant))[guest.email], 'VIEWER')
    await second.page.reload()
    await second.sees('No licenses yet')
    assert.equal(await second.page.getByRole('button', { name: 'New license' }).count(), 0)

    await page.getByRole('button', { name: `Remove ${guest.email}` }).click()
    await tab.isAccessible('removing')
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: guest.email, exact: true }).waitFor({ state: 'detached' })
    assert.deepEqual(Object.keys(await rolesOf(merchant)), [merchant.email])
    await second.page.reload()
    await second.page.getByRole('heading', { name: 'Page not found' }).waitFor()
    second.isClean()
    tab.isClean()
  })
    .timeout(60_000)
    .skip(!hasBrowser, 'there is no Chromium on this machine')

  test('an invitation is withdrawn, and the last owner stays', async ({ assert, browserContext }) => {
    const [merchant, guest] = [await createMerchant(), await createMerchant()]
    const path = `/v1/dashboard/orgs/${merchant.orgId}/invites`
    await call('POST', path, { ...merchant, body: { email: guest.email, role: 'OWNER' } })
    const invited = await mailedToken(guest.email, 'invites you')
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/team')
    const { page } = tab
    await page.getByRole('button', { name: `Revoke the invitation of ${guest.email}` }).click()
    await page.getByRole('region', { name: 'Invited' }).waitFor({ state: 'detached' })
    const late = await call('POST', '/v1/dashboard/invites/accept', { ...guest, body: { token: invited } })
    assert.equal(late.body.error.code, 'NOT_FOUND')
    assert.equal(await page.getByLabel(`Role of ${merchant.email}`).count(), 0)
    assert.equal(await page.getByRole('button', { name: `Remove ${merchant.email}` }).count(), 0)
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')

  test('an admin is offered nothing that only an owner may do', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const [admin, member] = [await createMember(merchant, 'ADMIN'), await createMember(merchant, 'MEMBER')]
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/team', admin.email)
    const { page } = tab
    const roles = ['Admin', 'Member', 'Viewer']
    await page.getByLabel(`Role of ${member.email}`).waitFor()
    assert.deepEqual(
      await page.getByLabel(`Role of ${member.email}`).locator('option').allInnerTexts(),
      roles
    )
    assert.equal(await page.getByLabel(`Role of ${merchant.email}`).count(), 0)
    assert.equal(await page.getByRole('button', { name: `Remove ${merchant.email}` }).count(), 0)
    await page.getByRole('button', { name: `Remove ${member.email}` }).waitFor()
    await page.getByRole('button', { name: 'Invite' }).click()
    const asked = page.getByRole('dialog').getByLabel('Role')
    await asked.waitFor()
    assert.deepEqual(await asked.locator('option').allInnerTexts(), roles)
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')

  test('an invitation is accepted once, although the first answer is lost', async ({
    assert,
    browserContext,
  }) => {
    const { merchant, tab, page } = await openInvitation(browserContext, assert)
    await page.route(
      '**/invites/accept',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 }
    )
    await page.getByRole('button', { name: 'Accept the invitation' }).click()
    await page.waitForURL(`**/console/${merchant.orgId}`)
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')

  test('two quick changes of a role end in the last one', async ({ assert, browserContext }) => {
    const merchant = await createMerchant()
    const member = await createMember(merchant, 'MEMBER')
    const tab = await ConsoleTab.signedIn(browserContext, assert, merchant, '/team')
    const { page } = tab
    const role = page.getByLabel(`Role of ${member.email}`)
    await role.waitFor()
    const held: Route[] = []
    await page.route(/\/members\//, (route) => void held.push(route))
    await role.selectOption('VIEWER')
    await role.selectOption('ADMIN')
    // Whatever the page sent before this request is held now.
    await page.evaluate('fetch(location.href).then(() => {})')
    assert.lengthOf(held, 1)
    for (const wanted of ['VIEWER', 'ADMIN']) {
      const route = await until('a change is sent', () => held.shift())
      assert.deepEqual(route.request().postDataJSON(), { role: wanted })
      await route.continue()
    }
    await role.and(page.locator('[aria-busy=false]')).waitFor()
    assert.equal(await role.inputValue(), 'ADMIN')
    assert.equal((await rolesOf(merchant))[member.email], 'ADMIN')
    tab.isClean()
  }).skip(!hasBrowser, 'there is no Chromium on this machine')
})
