import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { failedRows } from '#operations/kinds/import/failed_rows'
import { rows } from '#kernel/database/sql'
import { createMerchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { postImport } from '#tests/testkit/upload'

/** contract/01-changes#reads-for-a-console */
test.group('the failed records of a JSON import', () => {
  test('come in, once repaired, as the records themselves would have', async ({ assert }) => {
    const merchant = await createMerchant()
    const records = [
      '{"key":"JSON-0001","expiresAt":"soon","metadata.seats":5,"metadata.text":"5","metadata.of":{"a":[true]}}',
      '{"key":"JSON-0002","expiresAt":"soon","expirationMode":"both","expiresAfterDays":30.0,"metadata.wide":" a "}',
    ]
    const { body } = await postImport(merchant, `[${records.join(',')}]`, 'application/json')
    const failed = (await Array.fromAsync(failedRows(await runToEnd(body.data.operation.id)))).join('')
    const again = await postImport(merchant, failed.replaceAll(',soon,', ',2099-01-01,'))
    assert.containSubset(await runToEnd(again.body.data.operation.id), { total: 2, succeeded: 2 })
    const stored = await rows(
      db.connection(),
      'select metadata, expires_after_days as days from licenses where org_id = ? order by key',
      [merchant.orgId]
    )
    assert.deepEqual(stored, [
      { metadata: { seats: 5, text: '5', of: { a: [true] } }, days: null },
      { metadata: { wide: ' a ' }, days: 30 },
    ])
  })

  test('with NUL or half a character keep no other row out, and fail until they are repaired', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const records = [
      String.raw`{"key":"JSON-0001","expiresAt":"soon","note\u0000":"\u0000"}`,
      String.raw`{"key":"JSON-0002","metadata.a":"x\u0000"}`,
      String.raw`{"key":"JSON-0003","metadata.b\u0000":"y"}`,
      String.raw`{"key":"JSON-0004","metadata.c":"\ud800"}`,
      String.raw`{"key":"JSON-\u0000"}`,
    ]
    const { body } = await postImport(merchant, `[${records.join(',')}]`, 'application/json')
    const failed = (await Array.fromAsync(failedRows(await runToEnd(body.data.operation.id)))).join('')
    const again = await postImport(merchant, failed.replace(',soon,', ',2099-01-01,'))
    assert.equal(again.status, 202, again.body.error?.message)
    const operation = await runToEnd(again.body.data.operation.id)
    assert.containSubset(operation, { total: 5, succeeded: 1, failed: 4 })
  })
})
