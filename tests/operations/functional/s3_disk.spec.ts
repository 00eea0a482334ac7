import { Disk } from '@adonisjs/drive'
import drive from '@adonisjs/drive/services/main'
import { test } from '@japa/runner'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import RetireOperations from '#operations/actions/retire_operations'
import S3Disk from '#kernel/files/s3_disk'
import { newId } from '#kernel/secrets/ids'
import { exportLicenses, download } from '#tests/testkit/exports'
import { createMerchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { openS3 } from '#tests/testkit/s3_server'
import { postImport } from '#tests/testkit/upload'
import { until } from '#tests/testkit/wait'

const MIB = 1024 * 1024
const DAY = 86_400_000

test.group('files in S3', (group) => {
  let s3: Awaited<ReturnType<typeof openS3>>
  let disk: S3Disk
  const local = drive.use
  const keys = () => [...s3.objects.keys()]

  group.setup(async () => {
    s3 = await openS3()
    Object.assign(process.env, s3.env)
    disk = new S3Disk({ bucket: s3.env.S3_BUCKET, region: s3.env.S3_REGION, endpoint: s3.env.S3_ENDPOINT })
    const inBucket = new Disk(disk)
    drive.use = () => inBucket
    return async () => {
      drive.use = local
      for (const name of Object.keys(s3.env)) delete process.env[name]
      await s3[Symbol.asyncDispose]()
    }
  })

  test('an import and an export go through the bucket, and retention empties it', async ({ assert }) => {
    const merchant = await createMerchant()
    const lines = Array.from({ length: 2500 }, (_, at) => (at === 7 ? '!' : `S3-${at}`))
    const { id } = (await postImport(merchant, ['key', ...lines].join('\n'))).body.data.operation
    assert.deepEqual(
      keys(),
      ['00001', '00002', '00003'].map((part) => `imports/${id}/${part}`)
    )
    assert.containSubset(await runToEnd(id), { status: 'completed', succeeded: 2499, failed: 1 })
    const exported = await exportLicenses(merchant)
    const file = await (await download(exported)).text()
    assert.lengthOf(file.split('\n'), 2501)
    assert.equal(Buffer.byteLength(file), exported.result.bytes)
    assert.lengthOf(keys(), 4)

    await new RetireOperations().execute(Date.now() + 8 * DAY)
    assert.deepEqual(keys(), [])
    assert.equal((await download(exported)).status, 404)
  })

  test('an upload that is refused or hangs up leaves nothing in the bucket', async ({ assert }) => {
    const merchant = await createMerchant()
    const rows = Array.from({ length: 3000 }, (_, at) => `ROW-${at}\n`).join('')
    assert.equal((await postImport(merchant, `key\n${rows}"open`)).status, 400)
    assert.include(s3.calls.join('\n'), 'PUT /latchkey-test/imports/')
    assert.deepEqual(keys(), [])
    const hangUp = new AbortController()
    const body = Readable.from(
      (async function* () {
        yield Buffer.from(`key\n${rows}`)
        await until('the first part', () => keys().length > 0)
        hangUp.abort()
        throw new Error('hangs up')
      })()
    )
    await postImport(merchant, Readable.toWeb(body) as ReadableStream).catch(() => {})
    await until('the parts to be deleted', () => keys().length === 0)
  })

  test('a stream of any length goes up in parts, and comes back', async ({ assert }) => {
    const pieces = Array.from({ length: 20 * 16 }, (_, at) => Buffer.alloc(MIB / 16, String(at % 10)))
    for (const count of [0, 1, 8 * 16, pieces.length]) {
      const whole = Buffer.concat(pieces.slice(0, count))
      await disk.putStream('exports/a/b.csv', Readable.from(pieces.slice(0, count)))
      assert.isTrue(s3.objects.get('exports/a/b.csv')!.equals(whole))
      assert.equal(await text(await disk.getStream('exports/a/b.csv')), whole.toString())
    }
    assert.equal(s3.uploads.size, 0)
    await disk.delete('exports/a/b.csv')
  })

  test('bytes of another range than the asked one are never passed on', async ({ assert }) => {
    await disk.put('exports/a/b.csv', '0123456789')
    assert.equal(await text((await disk.getRange('exports/a/b.csv', { start: 0, end: 9 }))!), '0123456789')
    // This server ignores ranges.
    await assert.rejects(
      () => disk.getRange('exports/a/b.csv', { start: 4, end: 9 }),
      /ignores the header Range/
    )
    await disk.delete('exports/a/b.csv')
  })

  test('a stream that breaks off leaves neither an object nor parts', async ({ assert }) => {
    const broken = new PassThrough()
    const written = disk.putStream('exports/a/b.csv', broken)
    for (let at = 0; at < 9; at++) broken.write(Buffer.alloc(MIB))
    await until('the first part', () => [...s3.uploads.values()].some(({ parts }) => parts.size > 0))
    broken.destroy(new Error('the worker stops'))
    await assert.rejects(() => written, 'the worker stops')
    assert.deepEqual([keys(), s3.uploads.size], [[], 0])
  })

  test('a store that refuses ends the stream that nobody reads any more', async ({ assert }) => {
    const endless = new Readable({ read: () => endless.push(Buffer.alloc(MIB / 16)) })
    s3.fail(100)
    await assert.rejects(() => disk.putStream('exports/a/b.csv', endless), /SlowDown/)
    s3.fail(0)
    assert.isTrue(endless.destroyed)
  })

  test('a busy store is asked again', async ({ assert }) => {
    s3.fail(2)
    await disk.put('imports/a/00001', 'x')
    assert.deepEqual(keys(), ['imports/a/00001'])
    await disk.delete('imports/a/00001')
  })

  test('an upload of more parts than a page of a list holds goes whole when it is nobody’s', async ({
    assert,
  }) => {
    const id = newId()
    for (let at = 0; at < 1500; at++) s3.objects.set(`imports/${id}/${at}`, Buffer.from('x'))
    await new RetireOperations().execute(Date.now() + DAY - 60_000)
    assert.lengthOf(keys(), 1500)
    await new RetireOperations().execute(Date.now() + DAY + 60_000)
    assert.deepEqual(keys(), [])
  })
})
