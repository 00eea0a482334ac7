import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { createEndUser } from '#tests/testkit/end_users'
import { createMerchant } from '#tests/testkit/merchant'
import { createTier } from '#tests/testkit/tiers'

test.group('a PATCH without any field', () => {
  test('is refused and leaves nothing in the audit log', async ({ assert }) => {
    const merchant = await createMerchant()
    const { orgId, productId, token } = merchant
    const tier = await createTier(merchant)
    const endUser = await createEndUser(merchant)
    const count = () =>
      rows(db.connection(), `select count(*)::int as count from audit_entries where org_id = ?`, [orgId])
    const before = await count()
    for (const path of [
      `/v1/dashboard/products/${productId}`,
      `/v1/dashboard/tiers/${tier.id}`,
      `/v1/dashboard/orgs/${orgId}/portal`,
      `/v1/dashboard/orgs/${orgId}/end-users/${endUser.id}`,
    ]) {
      const { status, body } = await call('PATCH', path, { token, body: {} })
      assert.equal(status, 400, path)
      assert.equal(body.error.message, 'The PATCH changes nothing: send at least one field', path)
    }
    assert.deepEqual(await count(), before)
    const [{ revision }] = await rows<{ revision: number }>(
      db.connection(),
      `select revision from tiers where id = ?`,
      [tier.id]
    )
    assert.equal(revision, 1)
  })

  test('a null that clears nothing is refused beside a field that changes', async ({ assert }) => {
    const { orgId, token } = await createMerchant()
    const body = { enabled: null, showKeys: true }
    const answer = await call('PATCH', `/v1/dashboard/orgs/${orgId}/portal`, { token, body })
    assert.equal(answer.body.error.code, 'VALIDATION_ERROR')
    assert.deepEqual(answer.body.error.details, [
      { field: 'enabled', message: 'The enabled field cannot be null' },
    ])
  })
})
