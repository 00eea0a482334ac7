import { test } from '@japa/runner'
import ace from '@adonisjs/core/services/ace'
import db from '@adonisjs/lucid/services/db'
import AnalyticsRebuild from '../../commands/analytics_rebuild.js'
import { makeLicenses } from '#tests/support/made_licenses'
import { createMerchant } from '#tests/support/merchant'

test.group('analytics:rebuild', (group) => {
  group.each.setup(() => {
    ace.ui.switchMode('raw')
    return () => ace.ui.switchMode('normal')
  })

  test('reports what differs, puts it right, and is content the next time', async ({ assert }) => {
    const merchant = await createMerchant()
    await makeLicenses(merchant, { count: 4 })
    await db.rawQuery(
      `insert into license_count_deltas (org_id, product_id, status, delta) values (?, ?, 'ACTIVE', 3)`,
      [merchant.orgId, merchant.productId]
    )
    const run = async (args: string[]) => {
      const command = await ace.create(AnalyticsRebuild, args)
      await command.exec()
      const printed = command.ui.logger.getLogs().map(({ message }) => message)
      return { exitCode: command.exitCode, printed: printed.join('\n') }
    }
    const looked = await run(['--dry-run'])
    assert.equal(looked.exitCode, 1)
    assert.include(looked.printed, merchant.productId)
    assert.include(looked.printed, 'differed')
    assert.equal((await run([])).exitCode, 1)
    const content = await run([])
    assert.equal(content.exitCode ?? 0, 0)
    assert.include(content.printed, 'agree')
  })
})
