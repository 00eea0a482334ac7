import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import OperationsCancel from '../../../commands/operations_cancel.js'
import { firstRow, rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { runCommand } from '#tests/testkit/command'
import { createEndUser } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runOneChunk, runToEnd } from '#tests/testkit/operations'
import { createMember } from '#tests/testkit/team'

/** More licenses than move in the request, each with the address of its owner's device. */
async function owned(merchant: Merchant, ownerId: string) {
  const ids = (await seedLicenses(merchant, 1001)).map(({ id }) => id)
  await rows(db.connection(), `update licenses set end_user_id = ? where id = any(?::uuid[])`, [ownerId, ids])
  await rows(
    db.connection(),
    `insert into license_bindings (license_id, kind, value, first_seen_at, last_seen_at)
     select l.id, 'IP', '198.51.100.23', now(), now() from licenses l where l.id = any(?::uuid[])`,
    [ids]
  )
}

const START = {
  'a merge': async (at: string, token: string, fromId: string, toId: string) =>
    call('POST', `${at}/end-users/${toId}/merge`, { token, body: { fromId } }),
  'an erasure': async (at: string, token: string, id: string) =>
    call('DELETE', `${at}/end-users/${id}`, { token }),
}

/** contract/09-end-users#96-the-merchants-side: merged and erased are final. */
test.group('the operation that moves or empties the licenses of somebody who is gone', () => {
  test('cannot be cancelled, because the rest of {$self} is done already')
    .with(Object.keys(START) as (keyof typeof START)[])
    .run(async ({ assert }, name) => {
      const merchant = await createMerchant()
      const member = await createMember(merchant, 'MEMBER')
      const [source, target] = [await createEndUser(merchant), await createEndUser(merchant)]
      await owned(merchant, source.id)
      const at = `/v1/dashboard/orgs/${merchant.orgId}`
      const started = await START[name](at, merchant.token, source.id, target.id)
      assert.equal(started.status, 202)
      const { id, can } = started.body.data.operation
      assert.isFalse(can.cancel)
      const path = `${at}/operations/${id}`
      for (const status of ['queued', 'running']) {
        for (const { token } of [member, merchant]) {
          const { error } = (await call('POST', `${path}/cancel`, { token, body: {} })).body
          assert.equal(error.code, 'CONFLICT')
          assert.include(error.message, name)
        }
        const told = await runCommand(OperationsCancel, id)
        assert.equal(told.answer.error.code, 'CONFLICT')
        const shown = (await call('GET', path, { token: merchant.token })).body.data.operation
        assert.containSubset(shown, { status, can: { cancel: false } })
        if (status === 'queued') await runOneChunk(id)
      }
      assert.containSubset(await runToEnd(id), { status: 'completed', succeeded: 1001 })
      const left = await firstRow(
        db.connection(),
        `select count(*) filter (where end_user_id = ?)::int as owned,
           count(*) filter (where exists (select from license_bindings b where b.license_id = l.id))::int as bound
         from licenses l where org_id = ?`,
        [source.id, merchant.orgId]
      )
      assert.deepEqual(left, { owned: 0, bound: name === 'a merge' ? 1001 : 0 })
    })
})
