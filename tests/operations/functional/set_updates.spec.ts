import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import type { NewLicense } from '#licensing/actions/insert_licenses'
import { rows } from '#kernel/database/sql'
import StartUndo from '#operations/kinds/undo/start_undo'
import ListItems from '#operations/queries/list_items'
import { assertExact } from '#tests/testkit/exactness'
import { download, exportLicenses } from '#tests/testkit/exports'
import { FAMILIES, familyOf } from '#tests/testkit/families'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { postImport } from '#tests/testkit/upload'

const UNTIL = Date.parse('2030-01-01')
const OWN: Partial<NewLicense> = { updatesUntil: UNTIL, maxVersion: '<2.0.0', channels: ['rc'] }

function rightsOf({ orgId }: Merchant) {
  return rows<Record<string, unknown>>(
    db.connection(),
    `select key, updates_until::text as until, max_version as range, channels, metadata from licenses
     where org_id = ? order by key`,
    [orgId]
  )
}

for (const family of FAMILIES) {
  test.group(`${family}: licenses.set_updates`, () => {
    test('a dry run says what the run does, and an undo puts it back', async ({ client, assert }) => {
      const merchant = await createMerchant()
      const other = await createMerchant()
      await seedLicenses(merchant, 2, { ...OWN, metadata: { kept: true } })
      await seedLicenses(merchant, 1)
      await seedLicenses(merchant, 1, { maxVersion: '<3.0.0', channels: ['stable', 'beta'] })
      await seedLicenses(other, 1)
      const { licenses: base, headers } = await familyOf(family, merchant)
      const before = await rightsOf(merchant)
      const untouched = await rightsOf(other)
      const ask = async (body: object) => {
        const answer = await client.post(`${base}/set-updates`).headers(headers).json(body)
        answer.assertStatus(202)
        return runToEnd(answer.body().data.operation.id)
      }
      const asked = { maxVersion: '<3.0.0', channels: ['stable', 'beta'], filter: {} }
      const tried = await ask({ ...asked, dryRun: true })
      assert.deepEqual(await rightsOf(merchant), before)
      const done = await ask(asked)
      for (const { succeeded, skipped, failed } of [tried, done]) {
        assert.deepEqual([succeeded, skipped, failed], [3, 1, 0])
      }
      await assertExact(done.id, { total: 4, succeeded: 3 })
      const { items } = await new ListItems().execute(done.id, { limit: 10 })
      assert.deepEqual(
        items.map(({ outcome, code }) => [outcome, code]),
        [['skipped', 'UNCHANGED']]
      )
      const after = await rightsOf(merchant)
      for (const [at, { range, channels, until, metadata }] of after.entries()) {
        assert.deepEqual([range, channels], ['<3.0.0', ['stable', 'beta']])
        assert.deepEqual([until, metadata], [before[at].until, before[at].metadata])
      }
      const undo = await (await app.container.make(StartUndo)).execute(merchant.scope, done)
      assert.containSubset(await runToEnd(undo.id), { succeeded: 3, failed: 0 })
      assert.deepEqual(await rightsOf(merchant), before)
      assert.deepEqual(await rightsOf(other), untouched)
    })

    test('keeps its params in UTC; null takes a right away', async ({ client, assert }) => {
      const merchant = await createMerchant()
      const [{ id }] = await seedLicenses(merchant, 1, OWN)
      const { licenses, headers } = await familyOf(family, merchant)
      const answer = await client
        .post(`${licenses}/set-updates`)
        .headers(headers)
        .json({ licenseIds: [id], updatesUntil: '2031-01-01T02:00:00+02:00', channels: null })
      assert.deepEqual(answer.body().data.operation.params, {
        updatesUntil: '2031-01-01T00:00:00.000Z',
        channels: null,
      })
      await runToEnd(answer.body().data.operation.id)
      const [{ until, range, channels }] = await rightsOf(merchant)
      assert.deepEqual([Date.parse(String(until)), range, channels], [Date.UTC(2031), '<2.0.0', null])
    })

    test('refuses a body that sets nothing', async ({ client, assert }) => {
      const { licenses, headers } = await familyOf(family, await createMerchant())
      const answer = await client.post(`${licenses}/set-updates`).headers(headers).json({ filter: {} })
      assert.deepEqual([answer.status(), answer.body().error.code], [400, 'VALIDATION_ERROR'])
      assert.match(answer.body().error.details[0].message, /updatesUntil, maxVersion, channels/)
    })
  })
}

test.group('import and export of update rights', () => {
  test('columns of CSV and JSON are read, written back, and refused with their line', async ({ assert }) => {
    const merchant = await createMerchant()
    const [known] = await seedLicenses(merchant, 1, OWN)
    const query = `productId=${merchant.productId}&onConflict=update`
    const run = async (text: string, type = 'text/csv') =>
      runToEnd((await postImport(merchant, text, type, { query })).body.data.operation.id)
    const csv = [
      'key,updatesUntil,maxVersion,channels',
      'NEW-1,2030-01-01,<2.0.0,rc',
      'NEW-2,,,"Stable, beta"',
      'NEW-3,,^1.2,"[""dev""]"',
      'BAD-1,soon,,',
      'BAD-2,,newest,',
      'BAD-3,,,nightly',
      'BAD-4,,,beta beta',
      'BAD-5,,,[',
      `${known.key},,,alpha`,
    ].join('\n')
    const done = await run(csv)
    assert.containSubset(done, { succeeded: 4, failed: 5, result: { created: 3, updated: 1 } })
    const { items } = await new ListItems().execute(done.id, { limit: 10 })
    assert.deepEqual(
      items.map(({ line, code }) => [line, code]),
      [5, 6, 7, 8, 9].map((line) => [line, 'VALIDATION_ERROR'])
    )
    const found = new Map(
      (await rightsOf(merchant)).map(({ key, range, channels }) => [key, [range, channels]])
    )
    assert.deepEqual(found.get('NEW-1'), ['<2.0.0', ['rc']])
    assert.deepEqual(found.get('NEW-2'), [null, ['stable', 'beta']])
    assert.deepEqual(found.get('NEW-3'), ['^1.2', ['dev']])
    assert.deepEqual(found.get(known.key), ['<2.0.0', ['alpha']])

    for (const [format, type] of [
      ['csv', 'text/csv'],
      ['json', 'application/json'],
    ]) {
      const text = await (await download(await exportLicenses(merchant, `format=${format}`))).text()
      assert.containSubset(await run(text, type), { succeeded: 0, failed: 0, skipped: 4 }, format)
      const there = await createMerchant()
      const moved = text.replaceAll(merchant.productId, there.productId)
      const carried = await postImport(there, moved, type)
      assert.containSubset(
        await runToEnd(carried.body.data.operation.id),
        { succeeded: 4, failed: 0 },
        format
      )
      assert.deepEqual(await rightsOf(there), await rightsOf(merchant), format)
    }
    const json = JSON.stringify([
      { key: known.key, updatesUntil: '2032-01-01', channels: ['dev'] },
      { key: 'BAD-6', maxVersion: 2 },
      { key: 'BAD-7', channels: [] },
    ])
    assert.containSubset(await run(json, 'application/json'), { succeeded: 1, failed: 2 })
  })
})
