import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { assertExact } from '#tests/testkit/exactness'
import { seedLicenses } from '#tests/testkit/licenses'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { bind } from '#tests/testkit/own_licenses'

const bindingsOf = (ids: string[]) =>
  rows<{ kind: string; value: string }>(
    db.connection(),
    `select kind, value from license_bindings where license_id = any(?::uuid[]) order by kind, value`,
    [ids]
  )

/** contract/01-changes#reads-for-a-console */
test.group('bulk resets', () => {
  test('free licenses of {path}, bound or not, and of nothing else')
    .with([
      { path: 'reset-hwid', type: 'licenses.reset_hwid', kept: 'IP', cleared: [2, 0] },
      { path: 'reset-ip', type: 'licenses.reset_ip', kept: 'HWID', cleared: [1, 0] },
    ])
    .run(async ({ assert }, { path, type, kept, cleared }) => {
      const merchant = await createMerchant()
      const [bound, free, other] = await seedLicenses(merchant, 3)
      for (const { id } of [bound, other]) {
        await bind(id, 'HWID', [`a-${id}`, `b-${id}`])
        await bind(id, 'IP', ['192.0.2.1'])
      }
      const url = `/v1/dashboard/orgs/${merchant.orgId}/licenses/${path}`
      const post = (body: object) => call('POST', url, { token: merchant.token, body })
      const licenseIds = [bound.id, newId(), free.id]
      const tried = (await post({ licenseIds, dryRun: true })).body.data.operation
      assert.containSubset(await runToEnd(tried.id), { total: 3, succeeded: 2, failed: 1 })
      assert.lengthOf(await bindingsOf([bound.id]), 3)
      const { status, body } = await post({ licenseIds, reason: 'new computers' })
      assert.equal(status, 202)
      const { id } = body.data.operation
      await runToEnd(id)
      await runToEnd(id)
      await assertExact(id, { total: 3, succeeded: 2 })
      assert.sameMembers([...new Set((await bindingsOf([bound.id])).map(({ kind }) => kind))], [kept])
      assert.lengthOf(await bindingsOf([other.id]), 3)
      const told = await rows<{ cleared: number; reason: string }>(
        db.connection(),
        `select (data ->> 'cleared')::int as cleared, reason from license_events
         where operation_id = ? order by (data ->> 'cleared')::int desc`,
        [id]
      )
      assert.deepEqual(
        told,
        cleared.map((count) => ({ cleared: count, reason: 'new computers' }))
      )
      const at = `/v1/dashboard/orgs/${merchant.orgId}/operations/${id}`
      const read = (await call('GET', at, { token: merchant.token })).body.data.operation
      assert.containSubset(read, { type, can: { undo: false } })
      const undone = await call('POST', `${at}/undo`, { token: merchant.token, body: {} })
      assert.equal(undone.body.error.code, 'CONFLICT')
    })

  test('need the permission of the single reset', async ({ assert }) => {
    const merchant = await createMerchant()
    const [license] = await seedLicenses(merchant, 1)
    const { key } = await createApiKey(merchant, ['license:reset_ip', 'license:update'])
    const post = (path: string) =>
      call('POST', `/v1/products/${merchant.productId}/licenses/${path}`, {
        headers: { 'x-api-key': key },
        body: { licenseIds: [license.id] },
      })
    assert.equal((await post('reset-hwid')).body.error.code, 'PERMISSION_DENIED')
    const { status, body } = await post('reset-ip')
    assert.equal(status, 202)
    await runToEnd(body.data.operation.id)
    await assertExact(body.data.operation.id, { total: 1, succeeded: 1 })
  })
})
