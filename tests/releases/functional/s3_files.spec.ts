import { Disk } from '@adonisjs/drive'
import drive from '@adonisjs/drive/services/main'
import { once } from 'node:events'
import { createHash, randomBytes } from 'node:crypto'
import { test } from '@japa/runner'
import DeleteDroppedFiles from '#kernel/files/delete_dropped_files'
import S3Disk from '#kernel/files/s3_disk'
import { seedLicenses } from '#tests/testkit/licenses'
import { openOtherS3 } from '#tests/testkit/other_s3'
import {
  ask,
  beginUpload,
  createPublisher,
  draft,
  fileLink,
  filesOf,
  published,
  put,
  type Publisher,
} from '#tests/testkit/publishing'
import { until } from '#tests/testkit/wait'

/** Three parts of an upload, the last of them short. */
const CONTENT = randomBytes(17 * 1024 ** 2 + 123)

async function linkOf({ merchant }: Publisher, artifact: { id: string; filename: string }): Promise<string> {
  const [license] = await seedLicenses(merchant, 1)
  return fileLink(artifact, license.id)
}

/** contract/12-releases#123-getting-it: on a third-party S3 server. */
test.group('files of releases in S3', (group) => {
  let s3: Awaited<ReturnType<typeof openOtherS3>>
  const local = drive.use

  group.setup(async () => {
    s3 = await openOtherS3()
    Object.assign(process.env, s3.credentials)
    const { bucket, endpoint } = s3
    const inBucket = new Disk(new S3Disk({ bucket, region: 'eu-test-1', endpoint }))
    drive.use = () => inBucket
    return async () => {
      drive.use = local
      for (const name of Object.keys(s3.credentials)) delete process.env[name]
      await s3[Symbol.asyncDispose]()
    }
  })

  test('go up in parts and come back whole, in ranges, and in several at a time', async ({ assert }) => {
    const publisher = await createPublisher()
    const { artifact } = await published(publisher, CONTENT)
    assert.equal(artifact.sha256, createHash('sha256').update(CONTENT).digest('hex'))
    const url = await linkOf(publisher, artifact)
    const read = async (range?: string) => {
      const response = await fetch(url, { headers: range ? { range } : {} })
      return { response, bytes: Buffer.from(await response.arrayBuffer()) }
    }
    const whole = await read()
    assert.equal(whole.response.status, 200)
    assert.isTrue(whole.bytes.equals(CONTENT))
    const parts: [string, number, number][] = [
      ['bytes=0-0', 0, 1],
      ['bytes=8388600-8388620', 8_388_600, 8_388_621],
      [`bytes=${CONTENT.length - 10}-`, CONTENT.length - 10, CONTENT.length],
      ['bytes=-7', CONTENT.length - 7, CONTENT.length],
    ]
    for (const [range, from, to] of parts) {
      const { response, bytes } = await read(range)
      assert.equal(response.status, 206, range)
      assert.equal(response.headers.get('content-range'), `bytes ${from}-${to - 1}/${CONTENT.length}`)
      assert.isTrue(bytes.equals(CONTENT.subarray(from, to)), range)
    }
    const { response, bytes } = await read('bytes=5-9,1000-1999,16000000-16000099')
    assert.equal(response.status, 206)
    assert.equal(response.headers.get('content-length'), String(bytes.length))
    for (const [from, to] of [
      [5, 10],
      [1000, 2000],
      [16_000_000, 16_000_100],
    ]) {
      assert.isTrue(bytes.includes(CONTENT.subarray(from, to)), String(from))
    }
    assert.equal((await read(`bytes=${CONTENT.length}-`)).response.status, 416)
    assert.equal((await fetch(url, { method: 'HEAD' })).headers.get('content-length'), String(CONTENT.length))
  })

  test('that are refused, cut off or deleted leave nothing in the bucket', async ({ assert }) => {
    const publisher = await createPublisher()
    const id = await draft(publisher)
    const before = (await s3.kept()).length
    const wrong = { headers: { 'content-sha256': 'ab'.repeat(32) } }
    assert.equal((await put(publisher, id, 'app.zip', CONTENT, wrong)).body.error.code, 'BAD_REQUEST')
    assert.lengthOf(await s3.kept(), before)

    const begun = (await s3.begun()).length
    const socket = await beginUpload(publisher, id, CONTENT.length, CONTENT.subarray(0, 9 * 1024 ** 2))
    await until('the first part', async () => (await s3.begun()).length > begun)
    socket.destroy()
    await until('the row to be deleted', async () => (await filesOf(id)).length === 0)
    // The row goes before the bytes.
    await until('nothing of it to be left', async () => (await s3.kept()).length === before)

    assert.equal((await put(publisher, id, 'app.zip', CONTENT)).status, 201)
    assert.isAbove((await s3.kept()).length, before)
    await ask(publisher, 'DELETE', `/${id}`)
    await new DeleteDroppedFiles().execute()
    assert.lengthOf(await s3.kept(), before)
  })

  test('whose draft is deleted while they go up leave nothing in the bucket', async ({ assert }) => {
    const publisher = await createPublisher()
    const id = await draft(publisher)
    const before = (await s3.kept()).length
    const begun = (await s3.begun()).length
    const sent = 9 * 1024 ** 2
    const socket = await beginUpload(publisher, id, CONTENT.length, CONTENT.subarray(0, sent))
    await until('the first part', async () => (await s3.begun()).length > begun)
    assert.equal((await ask(publisher, 'DELETE', `/${id}`)).status, 200)
    await new DeleteDroppedFiles().execute()
    const answer = once(socket, 'data')
    socket.write(CONTENT.subarray(sent))
    assert.include(String((await answer)[0]), 'HTTP/1.1 404')
    socket.destroy()
    assert.lengthOf(await s3.kept(), before)
  })
})
