import { Disk } from '@adonisjs/drive'
import drive from '@adonisjs/drive/services/main'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import S3Disk from '#kernel/files/s3_disk'
import PruneExpired from '#system/maintenance/prune_expired'
import { call } from '#tests/testkit/api'
import { openS3 } from '#tests/testkit/s3_server'
import { postAttachment } from '#tests/testkit/tickets'
import { createThread } from './attached.js'

const MIB = 1024 * 1024

/** contract/11-tickets */
test.group('attachments of tickets in S3', (group) => {
  let s3: Awaited<ReturnType<typeof openS3>>
  const local = drive.use
  const keys = () => [...s3.objects.keys()]

  group.setup(async () => {
    s3 = await openS3()
    Object.assign(process.env, s3.env)
    const options = { bucket: s3.env.S3_BUCKET, region: s3.env.S3_REGION, endpoint: s3.env.S3_ENDPOINT }
    const inBucket = new Disk(new S3Disk(options))
    drive.use = () => inBucket
    return async () => {
      drive.use = local
      for (const name of Object.keys(s3.env)) delete process.env[name]
      await s3[Symbol.asyncDispose]()
    }
  })

  test('go through the bucket byte for byte, come back by their link, and leave it with the person', async ({
    assert,
  }) => {
    const { merchant, customer, own, ours } = await createThread()
    const content = Buffer.from(Array.from({ length: 9 * MIB }, (_, at) => (at * 31) % 251))
    const uploaded = await postAttachment(own, customer.token, content, 'core.bin')
    assert.equal(uploaded.status, 201)
    const { attachment } = uploaded.body.data
    assert.deepEqual(keys(), [`attachments/${attachment.id}`])
    assert.isTrue(s3.objects.get(`attachments/${attachment.id}`)!.equals(content))
    const body = { body: 'The dump.', attachmentIds: [attachment.id] }
    assert.equal((await call('POST', `${own}/messages`, { token: customer.token, body })).status, 201)
    const { messages } = (await call('GET', `${ours}/messages`, { token: merchant.token })).body.data
    const link = messages.at(-1).attachments[0].downloadUrl as string
    const file = await fetch(link)
    assert.equal(file.status, 200)
    assert.include(file.headers.get('content-disposition')!, 'attachment')
    assert.isTrue(Buffer.from(await file.arrayBuffer()).equals(content))

    const person = `/v1/dashboard/orgs/${merchant.orgId}/end-users/${customer.id}`
    assert.equal((await call('DELETE', person, { token: merchant.token })).status, 200)
    await (await app.container.make(PruneExpired)).execute()
    assert.deepEqual(keys(), [])
    assert.equal((await fetch(link)).status, 404)
  })

  test('that are too large leave nothing in the bucket', async ({ assert }) => {
    const { customer, own } = await createThread()
    const refused = await postAttachment(own, customer.token, Buffer.alloc(10 * MIB + 1))
    assert.equal(refused.body.error.code, 'BAD_REQUEST')
    assert.deepEqual(keys(), [])
    assert.equal(s3.uploads.size, 0)
  })
})
