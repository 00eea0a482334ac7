import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { createCustomer } from '#tests/testkit/end_users'
import { hold, slice } from '#tests/testkit/held'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'

async function scene() {
  const merchant = await createMerchant()
  const [person, other] = [await createCustomer(merchant), await createCustomer(merchant)]
  const ids = (await seedLicenses(merchant, 1001)).map(({ id }) => id)
  await give(ids, person.id)
  return { merchant, person, other, ids, people: `/v1/dashboard/orgs/${merchant.orgId}/end-users` }
}

function give(ids: string[], owner: string | null) {
  return rows(db.connection(), 'update licenses set end_user_id = ? where id = any(?::uuid[])', [owner, ids])
}

/** contract#outcome-per-license */
test.group('licenses that leave an end user before the operation reaches them', () => {
  test('are no success of the {name}')
    .with([
      {
        name: 'merge',
        start: ({ merchant: { token }, people, person, other }: Awaited<ReturnType<typeof scene>>) =>
          call('POST', `${people}/${other.id}/merge`, { token, body: { fromId: person.id } }),
      },
      {
        name: 'erasure',
        start: ({ merchant: { token }, people, person }: Awaited<ReturnType<typeof scene>>) =>
          call('DELETE', `${people}/${person.id}?licenses=keep`, { token }),
      },
    ])
    .run(async ({ assert, cleanup }, { start }) => {
      const now = await scene()
      const { merchant, ids } = now
      const answer = await start(now)
      assert.equal(answer.status, 202)
      const { id } = answer.body.data.operation
      const [deleted, given] = ids
      const letGo = await hold([deleted, given])
      cleanup(letGo)
      await slice(id)
      await letGo()
      await rows(db.connection(), 'delete from licenses where id = ?', [deleted])
      await give([given], (await createCustomer(merchant)).id)
      const ended = await runToEnd(id)
      assert.containSubset(ended, { status: 'completed', total: 1001, succeeded: 999, skipped: 1, failed: 1 })
      const path = `/v1/dashboard/orgs/${merchant.orgId}/operations/${id}/items`
      const { items } = (await call('GET', path, { token: merchant.token })).body.data
      assert.sameDeepMembers(
        items.map(({ licenseId, code }: { licenseId: string; code: string }) => [licenseId, code]),
        [
          [deleted, 'LICENSE_NOT_FOUND'],
          [given, 'CHANGED_SINCE'],
        ]
      )
    })
})
