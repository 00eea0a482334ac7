import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { lockWaits } from '#tests/testkit/lock_waits'
import { createShop, shopPath } from '#tests/testkit/shops'

/** contract/10-storefront#103-listings */
test.group('a storefront that is removed', () => {
  test('leaves no listing that is created at the same time', async ({ assert }) => {
    const { merchant, token } = await createShop()
    const removal = await db.transaction()
    await rows(removal, 'delete from storefronts where org_id = ?', [merchant.orgId])
    const body = { productId: merchant.productId, name: 'One year', kind: 'new' }
    const answer = call('POST', `${shopPath(merchant)}/listings`, { token, body })
    await Promise.race([answer, lockWaits(1)])
    await removal.commit()
    const { status, body: said } = await answer
    assert.deepEqual([status, said.error?.code], [400, 'STOREFRONT_NOT_SETUP'])
    const listings = await rows(db.connection(), 'select id from listings where org_id = ?', [merchant.orgId])
    assert.lengthOf(listings, 0)
  })
})
