import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { createCustomer } from '#tests/testkit/end_users'
import { insist } from '#tests/testkit/insist'
import { authorize, createVendor, seedLicense } from '#tests/testkit/runtime'

/** contract/09-end-users#96-the-merchants-side: licenses keep working. */
test.group('erasing an end user whose program runs', () => {
  test('the only seat stays with the program, by {0}')
    .with([
      ['its address', {}],
      ['its device', { hwid: 'device' }],
      ['its session', { sessionId: 'mine' }],
    ] as const)
    .run(async ({ assert }, [, known]) => {
      const vendor = await createVendor({ maxConcurrentSessions: 1, sessionTtlSeconds: 86_400 })
      const license = await seedLicense(vendor)
      const customer = await createCustomer(vendor)
      await rows(db.connection(), 'update licenses set end_user_id = ? where id = ?', [
        customer.id,
        license.id,
      ])
      const ask = () => insist(() => authorize(vendor, license.key, known))
      assert.equal((await ask()).status, 200)
      const path = `/v1/dashboard/orgs/${vendor.orgId}/end-users/${customer.id}`
      assert.equal((await call('DELETE', path, { token: vendor.token })).status, 200)
      const after = await ask()
      assert.equal(after.body.reasonCode, undefined)
      assert.equal(after.status, 200)
    })
})
