import { createHash } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { signedUrlFor } from '@adonisjs/core/services/url_builder'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { rows } from '#kernel/database/sql'
import PruneExpired from '#system/maintenance/prune_expired'
import { call } from '#tests/testkit/api'
import { createEndUser } from '#tests/testkit/end_users'
import { BASE } from '#tests/testkit/http'
import { createTicket, postAttachment } from '#tests/testkit/tickets'
import { until } from '#tests/testkit/wait'
import { createThread, hasFile, PNG, storedOf } from './attached.js'

/** Follows a link without credentials. */
const follow = (url: string) => fetch(url.replace(/^http:\/\/[^/]+/, BASE))

/** contract/11-tickets */
test.group('attachments of tickets', () => {
  test('are uploaded by either side, named by a message, and come back as they were', async ({ assert }) => {
    const { customer, own, sides } = await createThread()
    for (const { path, token } of sides) {
      const uploaded = await postAttachment(path, token, PNG, 'Überblick; 1%.png')
      assert.equal(uploaded.status, 201)
      const { attachment } = uploaded.body.data
      assert.containSubset(attachment, {
        ...{ name: 'Überblick; 1%.png', type: 'image/png', bytes: PNG.length },
        sha256: createHash('sha256').update(PNG).digest('hex'),
      })
      const body = { body: 'See there.', attachmentIds: [attachment.id] }
      const sent = await call('POST', `${path}/messages`, { token, body })
      assert.equal(sent.status, 201)
      const { messages } = (await call('GET', `${own}/messages`, { token: customer.token })).body.data
      const [shown] = messages.at(-1).attachments
      assert.equal(shown.id, attachment.id)
      const file = await follow(shown.downloadUrl)
      assert.deepEqual(Buffer.from(await file.arrayBuffer()), PNG)
      assert.equal(file.headers.get('content-type'), 'image/png')
      assert.equal(file.headers.get('content-length'), String(PNG.length))
      assert.equal(
        file.headers.get('content-disposition'),
        `attachment; filename="_berblick_ 1_.png"; filename*=UTF-8''%C3%9Cberblick%3B%201%25.png`
      )
      assert.equal(file.headers.get('x-content-type-options'), 'nosniff')
      assert.match(file.headers.get('content-security-policy')!, /^sandbox;/)
    }
  })

  test('have the type of their bytes, whatever their sender says', async ({ assert }) => {
    const { customer, own } = await createThread()
    const page = await postAttachment(own, customer.token, '<script>alert(1)</script>', 'a.html')
    const file = await follow(page.body.data.attachment.downloadUrl)
    assert.equal(file.headers.get('content-type'), 'text/plain; charset=utf-8')
    assert.match(file.headers.get('content-disposition')!, /^attachment;/)
    const empty = await postAttachment(own, customer.token, '', 'empty.txt')
    assert.containSubset(empty.body.data.attachment, { bytes: 0, type: 'application/octet-stream' })
  })

  test('have links that end, and that nobody can make', async ({ assert }) => {
    const { customer, own } = await createThread()
    const { attachment } = (await postAttachment(own, customer.token, PNG)).body.data
    const lasts = Date.parse(attachment.downloadUrlExpiresAt) - Date.now()
    assert.isTrue(lasts > 280_000 && lasts <= 300_000)
    const other = (await postAttachment(own, customer.token, PNG)).body.data.attachment
    for (const url of [
      `${BASE}/v1/files/attachments/${attachment.id}`,
      attachment.downloadUrl.replace(attachment.id, other.id),
    ]) {
      const refused = await follow(url)
      assert.equal(refused.status, 403)
    }
    const params = { attachmentId: attachment.id }
    const short = signedUrlFor('attachments.show', params, { expiresIn: 1, prefixUrl: BASE })
    await until('the link to end', async () => (await follow(short)).status === 403)
    assert.equal((await follow(attachment.downloadUrl)).status, 200)
    await rows(db.connection(), 'delete from ticket_attachments where id = ?', [attachment.id])
    assert.equal((await follow(attachment.downloadUrl)).status, 404)
  })

  test('belong to one message of their ticket and their side', async ({ assert }) => {
    const { merchant, customer, own, ours } = await createThread()
    const upload = async (path: string, token: string) =>
      (await postAttachment(path, token, PNG)).body.data.attachment.id as string
    const say = async (path: string, token: string, attachmentId: string) => {
      const body = { body: 'There.', attachmentIds: [attachmentId] }
      return (await call('POST', `${path}/messages`, { token, body })).body.error?.code
    }
    const theirs = await upload(ours, merchant.token)
    assert.equal(await say(own, customer.token, theirs), 'NOT_FOUND')
    const mine = await upload(own, customer.token)
    assert.equal(await say(ours, merchant.token, mine), 'NOT_FOUND')
    assert.isUndefined(await say(own, customer.token, mine))
    assert.equal(await say(own, customer.token, mine), 'NOT_FOUND')
    const second = await createTicket({ orgId: merchant.orgId, endUserId: customer.id })
    const elsewhere = await upload(`/v1/enduser/tickets/${second}`, customer.token)
    assert.equal(await say(own, customer.token, elsewhere), 'NOT_FOUND')
    const { messages } = (await call('GET', `${own}/messages`, { token: customer.token })).body.data
    assert.lengthOf(messages, 2)
  })

  test('uploaded twice under one Idempotency-Key are one', async ({ assert }) => {
    const { customer, own, id } = await createThread()
    const headers = { 'idempotency-key': `attach-${id}` }
    const first = await postAttachment(own, customer.token, PNG, 'a.png', headers)
    const second = await postAttachment(own, customer.token, PNG, 'a.png', headers)
    assert.equal(first.status, 201)
    assert.deepEqual(second.body, first.body)
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
    const other = await postAttachment(own, customer.token, 'another', 'a.png', headers)
    assert.equal(other.body.error.code, 'IDEMPOTENCY_KEY_REUSE')
    assert.lengthOf(await storedOf(id), 1)
  })

  test('that no message names go after a day; files of deleted rows go with them', async ({ assert }) => {
    const { merchant, customer, own, ours, id } = await createThread()
    const upload = async (path = own, token = customer.token) =>
      (await postAttachment(path, token, PNG)).body.data.attachment.id as string
    const [used, unused, fresh] = [await upload(), await upload(), await upload()]
    const internal = await upload(ours, merchant.token)
    await call('POST', `${own}/messages`, {
      token: customer.token,
      body: { body: 'One.', attachmentIds: [used] },
    })
    await rows(
      db.connection(),
      `update ticket_attachments set created_at = created_at - interval '25 hours' where id = any(?::uuid[])`,
      [[used, unused]]
    )
    const prune = await app.container.make(PruneExpired)
    await prune.execute()
    await prune.execute()
    const kept = (await storedOf(id)).map((one) => one.id)
    assert.deepEqual(kept, [used, fresh, internal])
    assert.deepEqual(await Promise.all([used, unused, fresh].map(hasFile)), [true, false, true])
    const { id: endUserId } = await createEndUser(merchant)
    await rows(db.connection(), 'update tickets set end_user_id = ? where id = ?', [endUserId, id])
    await rows(db.connection(), 'delete from end_users where id = ?', [endUserId])
    await prune.execute()
    assert.deepEqual(await Promise.all([used, fresh, internal].map(hasFile)), [false, false, false])
    assert.isEmpty(
      await rows(db.connection(), 'select 1 from dropped_files where path = ?', [`attachments/${used}`])
    )
  })
})
