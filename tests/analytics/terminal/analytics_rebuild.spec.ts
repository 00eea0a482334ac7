import { test } from '@japa/runner'
import ace from '@adonisjs/core/services/ace'
import db from '@adonisjs/lucid/services/db'
import RebuildCounts from '#analytics/actions/rebuild_counts'
import RebuildSeries from '#analytics/actions/rebuild_series'
import AnalyticsRebuild from '../../../commands/analytics_rebuild.js'
import { databaseUrl } from '#kernel/database/datastores'
import { recordMetrics } from '#kernel/metrics/record_metrics'
import { analyticsDifferences, recordCounts } from '#tests/testkit/analytics'
import { makeLicenses } from '#tests/testkit/made_licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { startProgram } from '#tests/testkit/processes'

test.group('analytics:rebuild', (group) => {
  // Everything here is in Postgres, whichever store the queues use.
  group.tap((one) => one.tags(['@once']))
  // Other tests delete rows without updating the counts.
  group.each.setup(async () => {
    await new RebuildCounts().execute({ dryRun: false })
    await new RebuildSeries().execute({ dryRun: false })
    ace.ui.switchMode('raw')
    return () => ace.ui.switchMode('normal')
  })

  test('reports what differs, puts it right, and is content the next time', async ({ assert }) => {
    const merchant = await createMerchant()
    await makeLicenses(merchant, { count: 4 })
    await db.transaction((trx) =>
      recordMetrics(trx, [{ ...merchant, metric: 'revoked', count: 2 }], Date.parse('2026-01-02T03:04:05Z'))
    )
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
    assert.include(looked.printed, '2 counts differed')
    assert.include(looked.printed, 'authorized and denied')
    assert.equal((await run([])).exitCode, 1)
    const content = await run([])
    assert.equal(content.exitCode ?? 0, 0)
    assert.include(content.printed, 'agree')
  })

  test('--org keeps to one org, which there must be', async ({ assert }) => {
    const [merchant, other] = [await createMerchant(), await createMerchant()]
    for (const { orgId, productId } of [merchant, other]) {
      await db.transaction(async (trx) => {
        await recordCounts(trx, [{ orgId, productId, status: 'ACTIVE', frozen: false, delta: 2 }])
        await recordMetrics(trx, [{ orgId, productId, metric: 'created', count: 3 }], Date.now())
      })
    }
    const found = async (orgId: string) =>
      (await analyticsDifferences(orgId)).map((one) => [one.orgId, one.counted, one.actual])
    const bent = ({ orgId }: { orgId: string }) => [
      [orgId, 2, 0],
      [orgId, 3, 0],
    ]
    assert.deepEqual(await found(other.orgId), bent(other))
    const command = await ace.create(AnalyticsRebuild, [`--org=${merchant.orgId}`])
    await command.exec()
    assert.equal(command.exitCode, 1)
    assert.deepEqual(await found(merchant.orgId), [])
    assert.deepEqual(await found(other.orgId), bent(other))
    for (const [org, message] of [
      ['nobody', 'must be a UUID'],
      [merchant.userId, 'No such org'],
    ]) {
      const refused = await ace.create(AnalyticsRebuild, [`--org=${org}`])
      await refused.exec()
      assert.equal(refused.exitCode, 1, org)
      assert.include(refused.ui.logger.getLogs().at(-1)!.message, message)
    }
  })

  test('--json tells counts and series apart, and what cannot be recomputed', async ({ assert }) => {
    const merchant = await createMerchant()
    const { orgId, productId } = merchant
    await makeLicenses(merchant, { count: 2 })
    const hour = '2026-01-02T03:00:00.000Z'
    await db.transaction(async (trx) => {
      await recordMetrics(trx, [{ orgId, productId, metric: 'created', count: 3 }], Date.parse(hour))
      await recordCounts(trx, [{ orgId, productId, status: 'ACTIVE', frozen: true, delta: 4 }])
    })
    const run = async () => {
      const ended = startProgram('bin/console', ['analytics:rebuild', '--json'], {
        DATABASE_URL: databaseUrl(),
      })
      const code = await ended.ended
      assert.match(ended.output(), /^\{.*\}\n$/, 'one JSON object and nothing else')
      return { code, report: JSON.parse(ended.output()) as Record<string, unknown> }
    }
    assert.deepEqual(await run(), {
      code: 1,
      report: {
        dryRun: false,
        differences: [{ orgId, productId, status: 'ACTIVE', frozen: true, counted: 4, actual: 0 }],
        seriesDifferences: [{ orgId, productId, metric: 'created', hour, counted: 3, actual: 0 }],
        tierDifferences: [],
        notRecomputed: ['authorized', 'denied'],
      },
    })
    const content = { dryRun: false, differences: [], seriesDifferences: [], tierDifferences: [] }
    assert.deepEqual(await run(), {
      code: 0,
      report: { ...content, notRecomputed: ['authorized', 'denied'] },
    })
  }).timeout(60_000)
})
