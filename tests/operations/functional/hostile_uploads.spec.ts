import db from '@adonisjs/lucid/services/db'
import drive from '@adonisjs/drive/services/main'
import { test } from '@japa/runner'
import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import ListItems from '#operations/queries/list_items'
import { rows } from '#kernel/database/sql'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { postForm, postImport } from '#tests/testkit/upload'
import { until } from '#tests/testkit/wait'

const HOST = process.env.HOST ?? '127.0.0.1'

const FILE = '--cut\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'

const FIELD = '--cut\r\ncontent-disposition: form-data; name="b"\r\n\r\nx\r\n'

const toJson = (key: string, note: string) => `{"key":"${key}","metadata":{"note":"${note}"}}`

/** The number of upload parts that are on the drive now. */
async function parts(): Promise<number> {
  const page = await drive
    .use()
    .listAll('imports', { recursive: true })
    .catch(() => null)
  return page ? [...page.objects].length : 0
}

/** Begins an upload as bytes on a socket, so that a test can cut it off anywhere. */
async function begin(merchant: Merchant, type: string, length: number, body: string) {
  const socket = connect(Number(process.env.PORT), HOST)
  await once(socket, 'connect')
  socket.on('error', () => {})
  socket.write(
    `POST /v1/dashboard/orgs/${merchant.orgId}/licenses/import?productId=${merchant.productId} HTTP/1.1\r\n` +
      `host: ${HOST}\r\nauthorization: Bearer ${merchant.token}\r\ncontent-type: ${type}\r\n` +
      `content-length: ${length}\r\n\r\n${body}`
  )
  return socket
}

async function operationsOf({ orgId }: Merchant) {
  return (await rows(db.connection(), 'select 1 from operations where org_id = ?', [orgId])).length
}

test.group('hostile uploads', () => {
  test('a client that hangs up leaves no operation and no file: {$i}')
    .with([
      ['text/csv', ''],
      [
        'multipart/form-data; boundary=cut',
        '--cut\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n',
      ],
    ] as const)
    .run(async ({ assert }, [type, opening]) => {
      const merchant = await createMerchant()
      const before = await parts()
      const lines = Array.from({ length: 5000 }, (_, at) => `HANG-UP-${at}\n`).join('')
      const socket = await begin(merchant, type, 50_000_000, `${opening}key\n${lines}`)
      await until('the first parts to be stored', async () => (await parts()) > before)
      socket.destroy()
      await until('the parts to be deleted', async () => (await parts()) === before)
      assert.equal(await operationsOf(merchant), 0)
    })

  test('a form that is cut off within its announced length is refused', async ({ assert }) => {
    const merchant = await createMerchant()
    const before = await parts()
    const body = '--cut\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nkey\nAAAA\n'
    const socket = await begin(merchant, 'multipart/form-data; boundary=cut', body.length, body)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    assert.match(answer.toString(), /^HTTP\/1.1 400 /)
    assert.equal(await parts(), before)
    assert.equal(await operationsOf(merchant), 0)
  })

  test('a million columns, gzip and a spreadsheet are refused, and nothing stays behind')
    .with([
      [`key${',c'.repeat(100_000)}\n`, /more than 1000 columns/],
      [gzipSync('key\nAAAA\n'), /gzip/],
      ['PK\x03\x04\x14\0\x06\0\x08\0', /spreadsheet/],
    ] as const)
    .run(async ({ assert }, [file, message]) => {
      const merchant = await createMerchant()
      const before = await parts()
      const form = new FormData()
      form.set('file', new Blob([file]), 'licenses.csv')
      for (const { status, body } of [await postImport(merchant, file), await postForm(merchant, form)]) {
        assert.equal(status, 400)
        assert.match(body.error.message, message)
      }
      assert.equal(await operationsOf(merchant), 0)
      assert.equal(await parts(), before)
    })

  test('content-encoding is refused', async ({ assert }) => {
    const merchant = await createMerchant()
    const headers = { 'content-encoding': 'gzip' }
    const { status, body } = await postImport(merchant, gzipSync('key\nAAAA\n'), 'text/csv', { headers })
    assert.equal(status, 400)
    assert.match(body.error.message, /content-encoding/)
    assert.equal(await operationsOf(merchant), 0)
  })

  test('a cell of megabytes, a NUL and another encoding spoil their rows alone: {0}')
    .with([
      ['text/csv', ['key,metadata\n', '\n', '\n'], (key, note) => `${key},"{""note"":""${note}""}"`],
      ['application/json', ['[', ',\n', ']'], toJson],
      ['application/x-ndjson', ['', '\n', ''], toJson],
    ] as [string, string[], typeof toJson][])
    .run(async ({ assert }, [type, [open, between, close], row]) => {
      const merchant = await createMerchant()
      const notes = ['fine', 'x'.repeat(3_000_000), 'nul\0', 'caf\xe9', 'fine']
      const text = notes.map((note, at) => row(`BAD-${at}`, note)).join(between)
      const { body } = await postImport(merchant, Buffer.from(open + text + close, 'latin1'), type)
      const operation = await runToEnd(body.data.operation.id)
      assert.containSubset(operation, { status: 'completed', total: 5, succeeded: 2, failed: 3 })
      const { items } = await new ListItems().execute(operation.id, { limit: 10 })
      const first = type === 'text/csv' ? 2 : 1
      assert.deepEqual(
        items.map(({ index, line, message }) => [index, line, message]),
        [
          [1, first + 1, 'The row is larger than 1048576 bytes'],
          [2, first + 2, 'The row contains a NUL byte'],
          [
            3,
            first + 3,
            `The row is not UTF-8: save the file as ${type === 'text/csv' ? '"CSV UTF-8"' : 'UTF-8'}`,
          ],
        ]
      )
    })

  test(
    'a form with two files, too many parts or a broken boundary is refused; a field behind the file is not'
  )
    .with([
      [`${FILE}key\nAAAA\n\r\n${FILE}key\nBBBB\n\r\n--cut--\r\n`, /one file/],
      [`${FILE}key\nAAAA\n\r\n--other--\r\n`, /malformed or cut off/],
      [`${FILE.replaceAll('cut', 'other')}key\nAAAA\n\r\n--other--\r\n`, /malformed|no file/i],
      [`${FILE}key\nAAAA\n\r\n${FIELD.repeat(30)}--cut--\r\n`, /more than 30 parts/],
      [
        `${FILE}key\nAAAA\n\r\n--cut\r\ncontent-disposition: form-data; name="b"\r\n\r\nx\r\n--cut--\r\n`,
        null,
      ],
    ] as const)
    .run(async ({ assert }, [form, message]) => {
      const merchant = await createMerchant()
      const before = await parts()
      const { status, body } = await postImport(merchant, form, 'multipart/form-data; boundary=cut')
      assert.equal(status, message ? 400 : 202)
      if (message) assert.match(body.error.message, message)
      assert.equal(await parts(), before + (message ? 0 : 1))
      assert.equal(await operationsOf(merchant), message ? 0 : 1)
    })

  test('columns named like parts of JavaScript objects are data', async ({ assert }) => {
    const merchant = await createMerchant()
    const csv = 'key,__proto__,constructor,metadata.__proto__\nAAAA,1,2,three\n'
    const { body } = await postImport(merchant, csv)
    const operation = await runToEnd(body.data.operation.id)
    assert.equal(operation.succeeded, 1)
    assert.deepEqual(operation.result!.ignoredColumns, ['__proto__', 'constructor'])
    const [{ metadata }] = await rows<{ metadata: string }>(
      db.connection(),
      'select metadata::text from licenses where org_id = ?',
      [merchant.orgId]
    )
    assert.equal(metadata, '{"__proto__": "three"}')
  })

  test('a row that is wrong in thousands of ways, or names a column at length, is told of in a few words', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const policyOverride = Object.fromEntries(Array.from({ length: 9000 }, (_, at) => [`wrong${at}`, 1]))
    const lines = [
      { key: 'WORDY-1', policyOverride },
      { key: 'WORDY-2', ['x'.repeat(500_000)]: 1 },
    ].map((record) => JSON.stringify(record))
    const { body } = await postImport(merchant, lines.join('\n'), 'application/x-ndjson')
    const { id, result, failed } = await runToEnd(body.data.operation.id)
    assert.equal(failed, 1)
    assert.deepEqual(result!.ignoredColumns, ['x'.repeat(100)])
    const [{ message }] = (await new ListItems().execute(id, { limit: 5 })).items
    assert.match(message, /wrong0/)
    assert.isAtMost(message.length, 1001)
  })

  test('with an Idempotency-Key there is one operation, and the wait comes after the commit', async ({
    client,
    assert,
  }) => {
    const merchant = await createMerchant()
    const [license] = await seedLicenses(merchant, 1)
    const send = () =>
      client
        .post(`/v1/dashboard/orgs/${merchant.orgId}/licenses/freeze`)
        .bearerToken(merchant.token)
        .header('idempotency-key', 'bulk-freeze-1')
        .header('prefer', 'wait=20')
        .json({ licenseIds: [license.id] })
    const first = send().send()
    const [{ id }] = await until('the operation', async () => {
      const found = await rows<{ id: string }>(
        db.connection(),
        'select id from operations where org_id = ?',
        [merchant.orgId]
      )
      return found.length > 0 && found
    })
    await runToEnd(id)
    ;(await first).assertStatus(200)
    const replay = await send()
    replay.assertStatus(200)
    assert.equal(replay.header('idempotent-replayed'), 'true')
    assert.equal(replay.body().data.operation.id, id)
    assert.equal(await operationsOf(merchant), 1)
  })
})
