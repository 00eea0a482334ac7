import assert from 'node:assert/strict'
import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { failedRows } from '#operations/kinds/import/failed_rows'
import { rows } from '#kernel/database/sql'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { postImport, type ImportOptions } from '#tests/testkit/upload'

/** The file of the failed rows of an import that is sent with this body. */
async function failedOf(
  merchant: Merchant,
  body: string | Uint8Array,
  type?: string,
  options?: ImportOptions
) {
  const sent = await postImport(merchant, body, type, options)
  assert.equal(sent.status, 202, sent.body.error?.message)
  const operation = await runToEnd(sent.body.data.operation.id)
  const parts = (await Array.fromAsync(failedRows(operation))).map((part) => Buffer.from(part))
  return { operation, file: Buffer.concat(parts) }
}

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

/** contract/01-changes#reads-for-a-console */
test.group('failed rows that are no cells of their columns', () => {
  const latin1 = (text: string) => Buffer.from(text, 'latin1')

  test('fail again, however often they are sent as they are, and lose nothing: {0}')
    .with([
      [
        'a cell too many',
        latin1('key,metadata.name\nROW-1,Doe, John\nROW-2,"Roe, Jane",x,y\n'),
        ',Doe, John,',
      ],
      [
        'cells too few',
        latin1('key,expiresAt,metadata.name\nROW-1\nROW-2,2099-01-01\n'),
        'ROW-2,2099-01-01,',
      ],
      ['text behind a quote', latin1('key,metadata.name\nROW-1,"abc"def\nROW-2,"a"b,c"d\n'), ',"abc"def,'],
      [
        'bytes of another encoding',
        latin1('key,metadata.name\nROW-1,M\xfcller\nROW-2,\xfc,x\n'),
        ',M\xfcller,',
      ],
      ['a cell too few before an error', latin1('key,metadata.name,error\nROW-1,Doe\nROW-2\n'), 'ROW-1,Doe,'],
      ['an error in the middle', latin1('key,error,metadata.name\nROW-1,Doe\nROW-2,,a,b\n'), 'ROW-1,Doe,'],
      ['another delimiter', latin1('key;metadata.name\nROW-1;a;b\nROW-2\n'), 'ROW-1;a;b;'],
    ] as [string, Buffer, string][])
    .run(async ({ assert }, [, upload, kept]) => {
      const merchant = await createMerchant()
      let file: Uint8Array = upload
      for (let times = 0; times < 4; times++) {
        const sent = await failedOf(merchant, file)
        assert.containSubset(sent.operation, { total: 2, succeeded: 0, failed: 2 }, `time ${times}`)
        assert.include(sent.file.toString('latin1'), kept)
        file = sent.file
      }
    })

  test('go in once they are repaired where they are', async ({ assert }) => {
    const merchant = await createMerchant()
    const { file } = await failedOf(merchant, latin1('key,metadata.name\nROW-1,Doe, John\nROW-2,M\xfcller\n'))
    const [heading, ...lines] = file.toString('latin1').split('\r\n')
    assert.equal(heading, 'key,metadata.name,error')
    assert.match(lines[0], /^ROW-1,Doe, John,The row has 3 cells and the first line 2$/)
    assert.match(lines[1], /^ROW-2,M\xfcller,"The row is not UTF-8: /)
    const repaired = [heading, lines[0].replace('Doe, John', '"Doe, John"'), lines[1], ''].join('\n')
    const { operation } = await failedOf(merchant, repaired)
    assert.containSubset(operation, { total: 2, succeeded: 2 })
    const names = await rows(
      db.connection(),
      `select metadata->>'name' as name from licenses where org_id = ? order by key`,
      [merchant.orgId]
    )
    assert.deepEqual(names, [{ name: 'Doe, John' }, { name: 'Müller' }])
  })

  test('of JSON that is not UTF-8 are not read with other letters', async ({ assert }) => {
    const merchant = await createMerchant()
    const { file } = await failedOf(
      merchant,
      latin1('[{"key":"ROW-1","metadata":{"a":"M\xfcller"}}]'),
      'application/json'
    )
    assert.match(String(file), /^key,record,error\r\n,"\{""key"":""ROW-1"".*The row is not UTF-8/)
    assert.containSubset((await failedOf(merchant, file)).operation, { succeeded: 0, failed: 1 })
  })

  test('can be sent again with the same map where that uses a column named error', async ({ assert }) => {
    const merchant = await createMerchant()
    const query = `productId=${merchant.productId}&map=${encodeURIComponent('key:License,metadata.err:error')}`
    let upload: string | Buffer = 'License,error,status\nROW-1,meta,bogus\n'
    for (let times = 0; times < 2; times++) {
      const { file } = await failedOf(merchant, upload, 'text/csv', { query })
      assert.match(String(file), /^License,error,status,error 2\r\nROW-1,meta,bogus,"?status/)
      upload = file
    }
    const repaired = String(upload).replace('bogus', 'ACTIVE')
    const { operation } = await failedOf(merchant, repaired, 'text/csv', { query })
    assert.containSubset(operation, { succeeded: 1, result: { ignoredColumns: ['error 2'] } })
  })
})
