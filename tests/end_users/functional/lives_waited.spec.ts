import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { knock } from '#tests/testkit/doors'
import { mailedToken } from '#tests/testkit/mails'
import { createCustomer, own } from '#tests/testkit/end_users'
import { createExchanger } from '#tests/testkit/exchanges'
import { seedLicenses } from '#tests/testkit/licenses'
import { latestOf, waited } from '#tests/testkit/waited'

/** contract#timeline-and-deletion: newest first; receivers of events have only the timestamps for an order. */
test.group('a change of an end user that waited for another one of the license', () => {
  test('is dated after it: {$self}')
    .with(['redeem', 'exchange', 'merge', 'erase', 'invite'] as const)
    .run(async ({ assert }, what) => {
      const { merchant, exchange } = await createExchanger({ claimByKey: true })
      const { token, orgId } = merchant
      const [license] = await seedLicenses(merchant, 1)
      const [me, other] = [await createCustomer(merchant), await createCustomer(merchant)]
      const people = `/v1/dashboard/orgs/${orgId}/end-users`
      const email = `invited-${license.id}@example.com`
      if (what === 'merge' || what === 'erase') await own(other, license.id)
      if (what === 'invite')
        await call('POST', `${people}/invites`, { token, body: { email, licenseIds: [license.id] } })
      const invite = what === 'invite' ? await mailedToken(email, 'invites you') : ''
      const work = {
        redeem: () =>
          call('POST', '/v1/enduser/licenses/redeem', { token: me.token, body: { licenseKey: license.key } }),
        exchange: () => exchange({ externalId: 'joe', licenseKeys: [license.key] }),
        merge: () => call('POST', `${people}/${me.id}/merge`, { token, body: { fromId: other.id } }),
        erase: () => call('DELETE', `${people}/${other.id}?licenses=revoke`, { token }),
        invite: () => knock('invites/accept', { token: invite }),
      }[what]
      const { released, result } = await waited([license.id], work)
      assert.oneOf(result.status, [200, 201])
      assert.isAtLeast((await latestOf(merchant, license.id)).at, released)
    })
})
