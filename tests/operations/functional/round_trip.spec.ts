import { test } from '@japa/runner'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { parseJson } from '#kernel/json/json'
import { DAY } from '#kernel/time/millis'
import { call } from '#tests/testkit/api'
import { carried, download, exportLicenses, licenseState } from '#tests/testkit/exports'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { seededRandom } from '#tests/testkit/random'
import { postForm, postImport } from '#tests/testkit/upload'

const COUNT = 150

/** A merchant with licenses in all possible states, and the seed to repeat them. */
async function merchantWithAll() {
  const { seed } = seededRandom()
  const merchant = await createMerchant()
  const states = fc.sample(licenseState(Date.now()), { numRuns: COUNT, seed })
  let next = 0
  await seedLicenses(merchant, COUNT, () => states[next++])
  return { merchant, seed: `seed ${seed} (FAULT_SEED)` }
}

async function exported(merchant: Merchant, format: string) {
  return (await download(await exportLicenses(merchant, `format=${format}`))).text()
}

/** The same table as a spreadsheet saves it in a locale with decimal commas. */
function savedAgain(csv: string, delimiter: string) {
  return `\ufeff${stringify(parse(csv), { delimiter, record_delimiter: '\r\n' })}`
}

test.group('round trip of an export', () => {
  test('it imports into another org with nothing lost, also saved again by a spreadsheet: {0}')
    .with([
      ['csv', (file: string) => file, 'text/csv'],
      ['csv, semicolons, CRLF, byte order mark', (file: string) => savedAgain(file, ';'), 'text/csv'],
      ['csv, tabs, CRLF, byte order mark', (file: string) => savedAgain(file, '\t'), 'text/csv'],
      ['json', (file: string) => file, 'application/json'],
      ['json, one line each', toLines, 'application/x-ndjson'],
    ] as [string, (file: string) => string, string][])
    .run(async ({ assert }, [format, save, type]) => {
      const { merchant, seed } = await merchantWithAll()
      const file = save(await exported(merchant, format.split(',')[0]))
      const other = await createMerchant()
      const started = await postImport(other, file, type)
      const operation = await runToEnd(started.body.data.operation.id)
      assert.containSubset(operation, { succeeded: COUNT, failed: 0, skipped: 0 }, seed)
      assert.containSubset(operation.result, { created: COUNT, updated: 0 })
      assert.sameMembers(operation.result!.ignoredColumns as string[], ['id'])
      assert.deepEqual(await carried(other), await carried(merchant), seed)
    })

  test('an EXPIRED license without a limit, made by an import, is no change of itself: {0}')
    .with([
      ['csv', 'text/csv'],
      ['json', 'application/json'],
    ])
    .run(async ({ assert }, [format, type]) => {
      const merchant = await createMerchant()
      const lines =
        '{"key":"EXPD-1","status":"EXPIRED"}\n{"key":"EXPD-2","status":"EXPIRED","expiresAfterDays":30}\n'
      const made = await postImport(merchant, lines, 'application/x-ndjson')
      assert.containSubset(await runToEnd(made.body.data.operation.id), { succeeded: 2 })
      const query = `productId=${merchant.productId}&onConflict=update`
      const again = await postImport(merchant, await exported(merchant, format), type, { query })
      const operation = await runToEnd(again.body.data.operation.id)
      assert.containSubset(operation, { succeeded: 0, failed: 0, skipped: 2 })
      assert.deepEqual(operation.result!.skippedBy, { UNCHANGED: 2 })
    })

  test('the largest metadata imports again, however long it is written: {0}')
    .with([
      ['semicolons', { a: ';'.repeat(16_370) }],
      ['numbers', { a: Array.from({ length: 2300 }, () => 1e308) }],
    ] as const)
    .run(async ({ assert }, [, metadata]) => {
      const merchant = await createMerchant()
      await seedLicenses(merchant, 1, { metadata })
      const other = await createMerchant()
      const started = await postImport(other, await exported(merchant, 'csv'), 'text/csv')
      const operation = await runToEnd(started.body.data.operation.id)
      assert.containSubset(operation, { succeeded: 1, failed: 0 })
      assert.deepEqual(await carried(other), await carried(merchant))
    })

  test('an export into the org that it came from changes nothing', async ({ assert }) => {
    const { merchant, seed } = await merchantWithAll()
    const before = await carried(merchant)
    const query = `productId=${merchant.productId}&onConflict=update`
    const form = new FormData()
    form.set('file', new Blob([await exported(merchant, 'csv')]), 'licenses.csv')
    const started = await postForm(merchant, form, {}, query)
    const operation = await runToEnd(started.body.data.operation.id)
    assert.containSubset(operation, { succeeded: 0, failed: 0, skipped: COUNT }, seed)
    assert.deepEqual(await carried(merchant), before, seed)
  })

  test('the export of a frozen license can be restored after it was unfrozen: {$self}')
    .with(['csv', 'json'])
    .run(async ({ assert }, format) => {
      const merchant = await createMerchant()
      const frozenAt = Date.now() - 10 * DAY
      const [{ id }] = await seedLicenses(merchant, 1, {
        ...{ expirationMode: 'fixed', expiresAt: frozenAt + 5 * DAY, frozenAt, pausedSince: frozenAt },
      })
      // The reminder of the sweep may come too early.
      const state = async () => (await carried(merchant)).map((one) => ({ ...one, sweep_at: null }))
      const [before, file] = [await state(), await exported(merchant, format)]
      const { token, productId } = merchant
      const unfrozen = await call('PATCH', `/v1/dashboard/licenses/${id}`, { token, body: { frozen: false } })
      assert.equal(unfrozen.status, 200)
      const type = format === 'csv' ? 'text/csv' : 'application/json'
      const query = `productId=${productId}&onConflict=update`
      const started = await postImport(merchant, file, type, { query })
      const operation = await runToEnd(started.body.data.operation.id)
      assert.containSubset(operation, { succeeded: 1, failed: 0 })
      assert.deepEqual(await state(), before)
    })

  test('no cell is a formula, whatever sign a spreadsheet takes for the end of a cell', async ({
    assert,
  }) => {
    const { merchant, seed } = await merchantWithAll()
    const file = await exported(merchant, 'csv')
    for (const delimiter of [',', ';', '\t']) {
      const table: string[][] = parse(file, { delimiter, relax_column_count: true, relax_quotes: true })
      assert.lengthOf(table, COUNT + 1, delimiter)
      for (const cell of table.flat()) {
        assert.notMatch(cell, /^\s*['"]*\s*[=+\-@＝＋－＠\t\r]/, `${JSON.stringify(delimiter)}, ${seed}`)
      }
    }
  })
})

function toLines(json: string): string {
  return (parseJson(json) as object[]).map((license) => JSON.stringify(license)).join('\r\n')
}
