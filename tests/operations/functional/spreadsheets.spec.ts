import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import BeginOperation from '#operations/actions/begin_operation'
import CountFault from '#operations/actions/count_fault'
import { diskFault } from '#kernel/refusals/disk_fault'
import app from '@adonisjs/core/services/app'
import { failedRows } from '#operations/kinds/import/failed_rows'
import ListItems from '#operations/queries/list_items'
import { firstRow, rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { BASE } from '#tests/testkit/http'
import { download, exportLicenses } from '#tests/testkit/exports'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { postImport } from '#tests/testkit/upload'

/** A list as Excel saves it in Germany, with headings of another program. */
const EXCEL = [
  '\ufeffsep=;',
  'Lizenz;STATUS;Gültig bis;Metadata.Kunde;Preis;Angelegt',
  'XL-0001;active;31.12.2031;"Müller; Söhne";1,50;01.02.2020',
  ' XL-0002 ; Active ;2031-12-31; Weiß ;;',
  ';;;;;',
  'XL-0003;SUSPENDED;12/31/2031;;;',
  'XL-0004;aktiv;31.12.2031;;;',
  'XL-0005;active;31.12.2031;a;b;c;d',
  'XL-0001;active;31.12.2031;;;',
  'X;active;;;;',
].join('\r\n')

const MAP = encodeURIComponent('key:Lizenz,expiresAt:Gültig bis,createdAt:Angelegt')

test.group('a list as spreadsheets save it', () => {
  test('goes in where it can, each bad row with its reason, and the bad ones come back to be repaired', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const query = `productId=${merchant.productId}&map=${MAP}&dateFormat=dd.MM.yyyy`
    const started = await postImport(merchant, EXCEL, 'text/csv', { query })
    assert.equal(started.status, 202)
    const operation = await runToEnd(started.body.data.operation.id)
    assert.containSubset(operation, {
      total: 7,
      succeeded: 2,
      failed: 5,
      result: { ignoredColumns: ['Preis'] },
    })
    const { items } = await new ListItems().execute(operation.id, { limit: 20 })
    assert.deepEqual(
      items.map(({ line, message }) => `${line} ${message}`),
      [
        '6 expiresAt "12/31/2031" is neither an ISO 8601 date nor in the dateFormat',
        '7 status "aktiv" must be one of PENDING, ACTIVE, EXPIRED, REVOKED, SUSPENDED',
        '8 The row has 7 cells and the first line 6',
        '9 Line 3 of the file has this key already',
        '10 key "X": it must have 4 to 128 letters, digits, dots, underscores and hyphens, and begin with a letter or digit',
      ]
    )
    const [one, two] = await rows<Record<string, unknown>>(
      db.connection(),
      `select status, expires_at as at, metadata, created_at as made from licenses where org_id = ? order by key`,
      [merchant.orgId]
    )
    const at = new Date('2031-12-31T00:00:00.000Z')
    assert.containSubset(one, { status: 'ACTIVE', at, metadata: { Kunde: 'Müller; Söhne' } })
    assert.deepEqual(one.made, new Date('2020-02-01T00:00:00.000Z'))
    assert.containSubset(two, { status: 'ACTIVE', at, metadata: { Kunde: 'Weiß' } })
    const file = (await Array.fromAsync(failedRows(operation))).join('').split('\r\n')
    assert.equal(file[0], 'Lizenz;STATUS;Gültig bis;Metadata.Kunde;Preis;Angelegt;error')
    assert.match(file[1], /^XL-0003;SUSPENDED;12\/31\/2031;;;;.*neither an ISO 8601 date/)
    assert.lengthOf(file, 7)
  })

  test('comes back as often as it takes: the errors of the time before give way to the new ones', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    let file = 'key,status,note\r\nAGAIN-1,aktiv,"a, b"\r\nAGAIN-2,aktiv,\r\n'
    for (const repaired of ['AGAIN-1', 'AGAIN-2']) {
      const { status, body } = await postImport(merchant, file)
      assert.equal(status, 202, body.error?.message)
      const operation = await runToEnd(body.data.operation.id)
      file = (await Array.fromAsync(failedRows(operation))).join('')
      assert.match(file, /^key,status,note,error\r\n/)
      file = file.replace(`${repaired},aktiv`, `${repaired},active`)
    }
    assert.match(file, /^AGAIN-2,active,,"status ""aktiv"" must be/m)
    const last = await runToEnd((await postImport(merchant, file)).body.data.operation.id)
    assert.containSubset(last, { total: 1, succeeded: 1, result: { ignoredColumns: ['note', 'error'] } })
  })

  test('comes back with the line that names its sign, where no import would find that', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const { body } = await postImport(merchant, 'sep=|\nkey|status\nBAR-1|aktiv\n')
    const failed = (await Array.fromAsync(failedRows(await runToEnd(body.data.operation.id)))).join('')
    assert.isTrue(failed.startsWith('sep=|\r\nkey|status|error\r\nBAR-1|aktiv|'), failed)
    const again = await postImport(merchant, failed.replace('aktiv|', 'active|'))
    assert.equal(again.status, 202, again.body.error?.message)
    assert.containSubset(await runToEnd(again.body.data.operation.id), { succeeded: 1 })
  })

  test('comes back from JSON in the columns of its records, so that it can be sent again too', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const records = [
      '{"key":"JSON-0001","expiresAt":"soon","metadata":{"a":[1.50,"b, c"]},"note":"x","error":"old"}',
      '{"Key":"JSON-0002","frozen":true,"expiresAt":null}',
      '"JSON-0003"',
      '{"key":"JSON-0004"}',
      '{"key":"JSON-0005","metadata":{"id":12345678901234567890},"metadata.b":"c"}',
    ]
    const { body } = await postImport(merchant, `[${records.join(',\n')}]`, 'application/json')
    const failed = (await Array.fromAsync(failedRows(await runToEnd(body.data.operation.id)))).join('')
    const lines = failed.split('\r\n')
    assert.equal(lines[0], 'key,expiresAt,metadata,note,frozen,record,metadata.b,error')
    assert.match(lines[1], /^JSON-0001,soon,"{""a"":\[1\.50,""b, c""\]}",x,,,,"expiresAt ""soon""/)
    assert.match(lines[2], /^JSON-0002,,,,true,,,key is missing/)
    assert.match(lines[3], /^,,,,,"""JSON-0003""",,The row must be a JSON object/)
    assert.match(lines[4], /^JSON-0005,,"{""id"":12345678901234567890}",,,,c,"metadata\.id/)
    const repaired = failed
      .replace('soon', '2099-01-01')
      .replace('12345678901234567890', '""12345678901234567890""')
      .replace(/^,/m, 'JSON-0003,')
    const again = await postImport(merchant, repaired)
    assert.equal(again.status, 202, again.body.error?.message)
    const operation = await runToEnd(again.body.data.operation.id)
    const ignoredColumns = ['note', 'record', 'error']
    assert.containSubset(operation, { total: 4, succeeded: 4, result: { ignoredColumns } })
    const [one, , , , five] = await rows<{ metadata: object }>(
      db.connection(),
      'select metadata from licenses where org_id = ? order by key',
      [merchant.orgId]
    )
    assert.deepEqual(one.metadata, { a: [1.5, 'b, c'] })
    assert.deepEqual(five.metadata, { id: '12345678901234567890', b: 'c' })
  })

  test('is refused at once: {$i}')
    .with([
      ['License Key,Expiry\nA,\n', '', /"License Key", "Expiry"/],
      ['key,status\nAAAA,\n', 'productId=', /productId in the query/],
    ] as [string, string, RegExp][])
    .run(async ({ assert }, [file, query, message]) => {
      const merchant = await createMerchant()
      const { status, body } = await postImport(merchant, file, 'text/csv', { query })
      assert.equal(status, 400)
      assert.equal(body.error.code, 'BAD_REQUEST')
      assert.match(body.error.message, message)
    })

  test('its options are checked before the file is read: {0}')
    .with([
      'map=kee:License',
      'dateFormat=QQQ',
      'dateFormat=HH:mm',
      'dateFormat=o MM',
      'onConflict=updateOnly',
    ])
    .run(async ({ assert }, [query]) => {
      const merchant = await createMerchant()
      const { status, body } = await postImport(merchant, 'key\nAAAA\n', 'text/csv', { query })
      assert.equal(status, 400)
      assert.equal(body.error.code, 'VALIDATION_ERROR')
    })
})

test.group('an export for spreadsheets', () => {
  test('has the delimiter and the byte order mark that are asked for, and imports again', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, 3, { metadata: { a: 'x;y\tz' } })
    const shown = await exportLicenses(merchant, 'delimiter=semicolon&bom=true')
    const bytes = Buffer.from(await (await download(shown)).arrayBuffer())
    assert.equal(bytes.length, shown.result.bytes)
    assert.equal(bytes.subarray(0, 10).toString(), '\ufeffid;key;')
    const other = await createMerchant()
    const started = await postImport(other, new Uint8Array(bytes))
    assert.containSubset(await runToEnd(started.body.data.operation.id), { succeeded: 3 })
    const tabs = await (await download(await exportLicenses(merchant, 'delimiter=tab'))).text()
    assert.match(tabs, /^id\tkey\t/)
  })

  test('has neither as JSON: {$self} is refused')
    .with(['delimiter=tab', 'bom=true'])
    .run(async ({ assert }, option) => {
      const { orgId, token } = await createMerchant()
      const path = `/v1/dashboard/orgs/${orgId}/licenses/export?format=json`
      const { status, body } = await call('GET', `${path}&${option}`, { token })
      assert.deepEqual([status, body.error?.code], [400, 'VALIDATION_ERROR'])
      assert.equal(body.error.details![0].field, option.split('=')[0])
      assert.equal((await call('GET', `${path}&bom=false`, { token })).status, 202)
    })

  test('goes on where a download broke off, and is not sent again to who has it', async ({ assert }) => {
    const merchant = await createMerchant()
    await seedLicenses(merchant, 5)
    const shown = await exportLicenses(merchant)
    const url = new URL(String(shown.result.downloadUrl)).href.replace(/^http:\/\/[^/]+/, BASE)
    const whole = await fetch(url)
    const text = await whole.text()
    const tag = whole.headers.get('etag')!
    assert.equal(tag, `"${shown.result.sha256}"`)
    assert.equal(whole.headers.get('accept-ranges'), 'bytes')
    assert.match(whole.headers.get('cache-control')!, /no-store/)
    const part = await fetch(url, { headers: { range: 'bytes=100-', 'if-range': tag } })
    assert.equal(part.status, 206)
    assert.equal(part.headers.get('content-range'), `bytes 100-${text.length - 1}/${text.length}`)
    assert.equal(await part.text(), text.slice(100))
    const middle = await fetch(url, { headers: { range: 'bytes=3-7' } })
    assert.equal(await middle.text(), text.slice(3, 8))
    const changed = await fetch(url, { headers: { range: 'bytes=3-7', 'if-range': '"other"' } })
    assert.equal(changed.status, 200)
    assert.equal((await changed.text()).length, text.length)
    const beyond = await fetch(url, { headers: { range: `bytes=${text.length}-` } })
    assert.equal(beyond.status, 416)
    assert.equal(beyond.headers.get('content-range'), `bytes */${text.length}`)
    const kept = await fetch(url, { headers: { 'if-none-match': `W/${tag}` } })
    assert.equal(kept.status, 304)
    const unsigned = await fetch(url.replace(/signature=[^&]+/, 'signature=x'), {
      headers: { range: 'bytes=0-1' },
    })
    assert.equal(unsigned.status, 403)
  })
})

test.group('a chunk that a full disk fails', () => {
  test('says so in the error of its operation', async ({ assert }) => {
    const merchant = await createMerchant()
    const started = await postImport(merchant, 'key\nAAAA\n')
    const { id } = started.body.data.operation
    await (await app.container.make(BeginOperation)).execute(id)
    const count = await app.container.make(CountFault)
    const full = Object.assign(new Error('write'), { code: 'ENOSPC' })
    await count.execute(id, 0, new Error('Cannot write file', { cause: full }))
    for (let times = 0; times < 4; times++) await count.execute(id, 0, new Error('The operation was aborted'))
    const row = await firstRow<{ status: string; error: { message: string } }>(
      db.connection(),
      'select status, error from operations where id = ?',
      [id]
    )
    assert.deepInclude(row!, { status: 'failed' })
    assert.equal(row!.error.message, 'Chunk 1 failed 5 times: the disk for files is full (ENOSPC)')
    assert.isNull(diskFault(new Error('select secret')))
  })
})
