import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { ConsoleTab, hasBrowser } from '#tests/testkit/browser'
import { openPortal } from '#tests/testkit/end_users'
import { createMerchant } from '#tests/testkit/merchant'

/** Lists of invitations, the tables that keep them, and where the console shows them. */
const LISTS = [
  { list: 'invites', table: 'invites', body: { role: 'MEMBER' }, address: '/team', label: 'Invited' },
  {
    list: 'end-users/invites',
    table: 'end_user_invites',
    body: {},
    address: '/end-users',
    label: 'Portal invitations',
  },
]

test.group('open invitations', () => {
  test('are shown behind accepted ones, and expired ones are not: {$self}')
    .with(LISTS)
    .run(async ({ assert, browserContext }, { list, table, body, address, label }) => {
      const merchant = await createMerchant()
      await openPortal(merchant)
      const invite = (name: string) =>
        call('POST', `/v1/dashboard/orgs/${merchant.orgId}/${list}`, {
          ...merchant,
          body: { ...body, email: `${name}@example.net` },
        })
      for (const name of ['expired', 'open', 'accepted', 'accepted.too'])
        assert.equal((await invite(name)).status, 201)
      const change = (columns: string, names: string) =>
        rows(db.connection(), `update ${table} set ${columns} where org_id = ? and email like ?`, [
          merchant.orgId,
          names,
        ])
      await change('accepted_at = now()', 'accepted%')
      await change(`expires_at = created_at, created_at = created_at - interval '1 day'`, 'expired%')
      const tab = await ConsoleTab.open(browserContext, assert)
      const { page } = tab
      // A page holds one invitation, as if there were hundreds.
      await page.route(/\/invites(\?|$)/, (route) => {
        const url = new URL(route.request().url())
        url.searchParams.set('limit', '1')
        return route.continue({ url: url.href })
      })
      await tab.goTo(`/${merchant.orgId}${address}`)
      await tab.signIn(merchant.email)
      const shown = page.getByRole('region', { name: label })
      await shown.getByText('open@example.net').waitFor()
      await page.getByRole('button', { name: 'Show more' }).click()
      await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' })
      assert.equal(await shown.locator('tbody tr').count(), 1)
      tab.isClean()
    })
    .skip(!hasBrowser, 'there is no Chromium on this machine')
})
