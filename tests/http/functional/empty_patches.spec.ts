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
    const confirmed = { confirm: true }
    for (const [path, asked] of [
      [`/v1/dashboard/products/${productId}`, {}],
      [`/v1/dashboard/products/${productId}`, confirmed],
      [`/v1/dashboard/tiers/${tier.id}`, {}],
      [`/v1/dashboard/tiers/${tier.id}`, confirmed],
      [`/v1/dashboard/orgs/${orgId}/portal`, {}],
      [`/v1/dashboard/orgs/${orgId}/end-users/${endUser.id}`, {}],
    ] as const) {
      const { status, body } = await call('PATCH', path, { token, body: asked })
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

  test('or with the values that are there already leaves nothing in the audit log', async ({ assert }) => {
    const merchant = await createMerchant()
    const { orgId, token } = merchant
    const { id, ...tier } = await createTier(merchant, { channels: ['beta'], terms: { expiresAfterDays: 7 } })
    const portal = `/v1/dashboard/orgs/${orgId}/portal`
    await call('PATCH', portal, { token, body: { enabled: true, signIn: { password: true } } })
    const count = () =>
      rows(db.connection(), `select count(*)::int as count from audit_entries where org_id = ?`, [orgId])
    const before = await count()
    const same: [string, object][] = [
      [portal, { signIn: {} }],
      [portal, { enabled: true, signIn: { password: true }, selfReset: { ip: true }, showKeys: true }],
      [`/v1/dashboard/tiers/${id}`, { name: ` ${tier.name} `, channels: ['beta'], confirm: true }],
      [`/v1/dashboard/tiers/${id}`, { terms: { expiresAfterDays: 7 }, archived: false }],
    ]
    for (const [path, body] of same) {
      const had = (await call('GET', path, { token })).body.data
      const answer = await call('PATCH', path, { token, body })
      assert.equal(answer.status, 200, JSON.stringify(body))
      assert.containSubset(answer.body.data, had)
    }
    assert.deepEqual(await count(), before)
  })
})
