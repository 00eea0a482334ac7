import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { storefront as config } from '#config/storefront'
import { databaseUrl } from '#kernel/database/datastores'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import FindShop from '#storefront/queries/find_shop'
import SetUpStorefront from '#storefront/actions/set_up_storefront'
import app from '@adonisjs/core/services/app'
import StorefrontSuspend from '../../../commands/storefront_suspend.js'
import { SYSTEM } from '#kernel/audit/audit'
import { runCommand } from '#tests/testkit/command'
import { createMerchant } from '#tests/testkit/merchant'
import { startProgram } from '#tests/testkit/processes'
import { newSlug, SHOP_DOMAIN } from '#tests/testkit/shops'

test.group('ace storefront:suspend', (group) => {
  group.tap((test) => test.tags(['@once']))
  group.setup(() => {
    config.domain = SHOP_DOMAIN
    return () => (config.domain = undefined)
  })

  test('takes a shop from its visitors, whatever its merchant does, and gives it back', async ({
    assert,
  }) => {
    const { scope, orgId } = await createMerchant()
    const slug = newSlug()
    const setUp = await app.container.make(SetUpStorefront)
    const published = { name: 'Shop', slug, published: true }
    const { storefront } = await setUp.execute(scope, published, SYSTEM)
    const shops = await app.container.make(FindShop)
    const find = () => shops.byHostname(`${slug}.${SHOP_DOMAIN}`)
    const hidden = { code: 'STOREFRONT_NOT_FOUND' }
    assert.equal((await find()).storefront.id, storefront.id)
    const done = await runCommand(StorefrontSuspend, slug)
    assert.deepEqual(done, { exitCode: 0, answer: { id: storefront.id, orgId, slug, suspended: true } })
    await assert.rejects(find)
    await setUp.execute(scope, published, SYSTEM)
    assert.deepInclude(await find().catch((error: unknown) => error), hidden)
    assert.deepInclude(await setUp.remove(scope, SYSTEM).catch((error: unknown) => error), {
      code: 'CONFLICT',
    })
    // A second suspension, this time by id, has no further effect.
    assert.isTrue((await runCommand(StorefrontSuspend, storefront.id)).answer.suspended)
    assert.isFalse((await runCommand(StorefrontSuspend, slug, '--undo')).answer.suspended)
    assert.equal((await find()).storefront.id, storefront.id)
    const trail = await rows<{ action: string }>(
      db.connection(),
      `select action from audit_entries where org_id = ? and action like '%suspended' order by id`,
      [orgId]
    )
    assert.deepEqual(
      trail.map(({ action }) => action),
      ['storefront.suspended', 'storefront.unsuspended']
    )
  })

  test('says what it takes, and refuses what is no storefront', async ({ assert }) => {
    for (const unknown of ['no-such-shop', newId()]) {
      const { exitCode, answer } = await runCommand(StorefrontSuspend, unknown)
      assert.equal(exitCode, 1)
      assert.equal(answer.error.code, 'NOT_FOUND')
    }
    const asked = startProgram('bin/console', ['storefront:suspend', '--help'], {
      DATABASE_URL: databaseUrl(),
    })
    assert.equal(await asked.ended, 0, asked.output())
    for (const word of ['--undo', '--json', 'Slug or id']) assert.include(asked.output(), word)
  }).timeout(60_000)
})
