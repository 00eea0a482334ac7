import { test } from '@japa/runner'
import { LIMITS } from '#kernel/files/file_limits'
import ListItems from '#operations/queries/list_items'
import { download, exportLicenses } from '#tests/testkit/exports'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { postForm, postImport } from '#tests/testkit/upload'

/** The file of an export of all licenses of the merchant. */
async function exported(merchant: Merchant, format: string) {
  const file = await download(await exportLicenses(merchant, `format=${format}`))
  return { text: await file.text(), type: file.headers.get('content-type')! }
}

test.group('formats of an import', () => {
  test('a charset that is UTF-8 is taken, however it is written: {$self}')
    .with(['text/csv; charset=utf-8', 'text/csv;header=present;Charset="UTF-8"', 'text/csv; charset=utf8'])
    .run(async ({ assert }, type) => {
      const { status } = await postImport(await createMerchant(), 'key\nAAAA\n', type)
      assert.equal(status, 202)
    })

  test('an export of nothing imports again: {$self}')
    .with(['csv', 'json'])
    .run(async ({ assert }, format) => {
      const merchant = await createMerchant()
      const { text, type } = await exported(merchant, format)
      const form = new FormData()
      form.set('file', new Blob([text]), `a.${format}`)
      for (const started of [await postImport(merchant, text, type), await postForm(merchant, form)]) {
        assert.equal(started.status, 202, started.body.error?.message)
        assert.containSubset(started.body.data.operation, { progress: { total: 0 } })
        const operation = await runToEnd(started.body.data.operation.id)
        assert.containSubset(operation, { status: 'completed', total: 0, processed: 0, succeeded: 0 })
        assert.containSubset(operation.result, { created: 0, updated: 0 })
      }
    })

  test('a number of metadata that would be kept as another one makes a bad row: {0}')
    .with([
      ['application/x-ndjson', '{"key":"LOSSY-1","metadata":{"chat":12345678901234567890},"other":1}\n'],
      ['text/csv', 'key,metadata\nLOSSY-1,"{""chat"":12345678901234567890}"\n'],
    ])
    .run(async ({ assert }, [type, file]) => {
      const merchant = await createMerchant()
      const started = await postImport(merchant, file, type)
      const operation = await runToEnd(started.body.data.operation.id)
      assert.containSubset(operation, { succeeded: 0, failed: 1 })
      const { items } = await new ListItems().execute(operation.id, { limit: 10 })
      assert.equal(items[0].code, 'VALIDATION_ERROR')
      assert.include(items[0].message, 'metadata.chat 12345678901234567890 has more digits')
    })

  test('a bad row whose key can be read is shown with it: {0}')
    .with([
      ['a number in JSON', 'application/json', '[{"key":"SHOWN-1","metadata":{"a":12345678901234567890}}]'],
      [
        'too many values',
        'application/x-ndjson',
        `{"key":"SHOWN-1","features":{"a":[${'1,'.repeat(LIMITS.values)}1]}}\n`,
      ],
      ['a large cell', 'text/csv', `key,metadata.a\nSHOWN-1,${'x'.repeat(LIMITS.cellBytes + 1)}\n`],
      ['a wrong field', 'application/x-ndjson', '{"key":"SHOWN-1","frozen":"perhaps"}\n'],
    ])
    .run(async ({ assert }, [, type, file]) => {
      const merchant = await createMerchant()
      const started = await postImport(merchant, file, type)
      const operation = await runToEnd(started.body.data.operation.id)
      const { items } = await new ListItems().execute(operation.id, { limit: 10 })
      assert.deepEqual(
        items.map(({ key, outcome }) => [key, outcome]),
        [['SHOWN-1', 'failed']]
      )
    })

  test('a dateFormat is refused if ISO 8601 reads another date from the same text: {$self}')
    .with(['yyyy-dd-MM', 'yyyy-d-M'])
    .run(async ({ assert }, dateFormat) => {
      const merchant = await createMerchant()
      const query = `productId=${merchant.productId}&dateFormat=${dateFormat}`
      const file = 'key,expiresAt\nAAAA,2031-10-11\n'
      const { status, body } = await postImport(merchant, file, 'text/csv', { query })
      assert.deepEqual([status, body.error?.code], [400, 'VALIDATION_ERROR'])
      assert.containSubset(body.error, { details: [{ field: 'dateFormat' }] })
      assert.match(body.error.message, /yyyy-dd-MM/)
    })

  test('a form whose file has no bytes is refused', async ({ assert }) => {
    const form = new FormData()
    form.set('file', new Blob([]), 'a.csv')
    const { status, body } = await postForm(await createMerchant(), form)
    assert.equal(status, 400)
    assert.equal(body.error.code, 'BAD_REQUEST')
  })

  test('a form without anything in it is NO_FILE, with a length and without one')
    .with(['', null] as const)
    .run(async ({ assert }, sent) => {
      const merchant = await createMerchant()
      const nothing = sent ?? new ReadableStream({ start: (controller) => controller.close() })
      const { status, body } = await postImport(merchant, nothing, 'multipart/form-data; boundary=empty')
      assert.equal(status, 400)
      assert.equal(body.error.code, 'NO_FILE')
    })
})
