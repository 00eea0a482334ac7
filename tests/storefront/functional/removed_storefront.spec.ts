import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { storefront as config } from '#config/storefront'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import type Refusal from '#kernel/refusals/refusal'
import FindShop from '#storefront/queries/find_shop'
import FindStorefront from '#storefront/queries/find_storefront'
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

  test('is not found by a visitor who reads it at the same time, and neither is that of a deleted org', async ({
    assert,
    cleanup,
  }) => {
    cleanup(() => void (config.domain = undefined))
    const removals = {
      storefront: 'delete from storefronts where org_id = ?',
      org: 'delete from orgs where id = ?',
    }
    for (const [what, sql] of Object.entries(removals)) {
      for (const point of ['before', 'after'] as const) {
        const { merchant, host } = await createShop()
        await rows(db.connection(), 'delete from products where org_id = ?', [merchant.orgId])
        const remove = () => rows(db.connection(), sql, [merchant.orgId])
        /** Removes it before or after the first read of the storefront. */
        class Removed extends FindStorefront {
          override async settled(...given: Parameters<FindStorefront['settled']>) {
            if (point === 'before') await remove()
            const found = await super.settled(...given)
            if (point === 'after') await remove()
            return found
          }
        }
        app.container.bind(FindStorefront, () => new Removed())
        const shops = await app.container.make(FindShop)
        app.container.bind(FindStorefront, () => new FindStorefront())
        const found = await shops.byHostname(host).then(
          () => 'found',
          (error: Refusal) => error.reason ?? error
        )
        const isRead = what === 'storefront' && point === 'after'
        assert.equal(found, isRead ? 'found' : 'STOREFRONT_NOT_FOUND', `${what} ${point}`)
      }
    }
  })

  test('is nobody’s once its org is deleted', async ({ assert }) => {
    class Deleted extends FindShop {
      protected override orgOf = () => Promise.resolve(newId())
    }
    const shops = await app.container.make(Deleted)
    assert.isFalse(await shops.has('shop.example.com'))
    await assert.rejects(() => shops.byHostname('shop.example.com'), /storefront/i)
  })
})
