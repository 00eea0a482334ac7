import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { rows } from '#kernel/database/sql'
import { createMerchant } from '#tests/testkit/merchant'
import { createTier } from '#tests/testkit/tiers'

test.group('deleting tiers', () => {
  test('deleting one while a license is made with it: the license, or no tier, never both', async ({
    client,
    assert,
  }) => {
    const merchant = await createMerchant()
    const { token } = merchant
    for (let round = 0; round < 8; round++) {
      const { id } = await createTier(merchant)
      const make = () =>
        client
          .post(`/v1/dashboard/orgs/${merchant.orgId}/licenses`)
          .bearerToken(token)
          .json({ productId: merchant.productId, tierId: id })
      const [made, deleted] = await Promise.all([
        make(),
        client.delete(`/v1/dashboard/tiers/${id}`).bearerToken(token),
      ])
      assert.include([201, 404], made.status())
      assert.equal(deleted.status(), made.status() === 201 ? 409 : 200)
    }
    const [{ lost }] = await rows<{ lost: number }>(
      db.connection(),
      `select count(*)::int as lost from licenses l where org_id = ? and tier_id is not null
       and not exists (select from tiers t where t.id = l.tier_id)`,
      [merchant.orgId]
    )
    assert.equal(lost, 0)
  })
})
