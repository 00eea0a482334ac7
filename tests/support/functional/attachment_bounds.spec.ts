import { once } from 'node:events'
import { connect } from 'node:net'
import type { Assert } from '@japa/assert'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { quotas } from '#config/quotas'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { BASE } from '#tests/testkit/http'
import { postAttachment } from '#tests/testkit/tickets'
import { until } from '#tests/testkit/wait'
import { createThread, hasFile, PNG, storedOf } from './attached.js'

const MIB = 1024 * 1024

/** contract/11-tickets */
test.group('what attachments of tickets may not be', () => {
  test('without a file are NO_FILE, whatever the body is', async ({ assert }) => {
    const { sides } = await createThread()
    for (const side of sides) await refusesNoFile(assert, side)
  })

  test('have at most 10 MiB, to the byte; what is refused leaves nothing', async ({ assert }) => {
    const { customer, own, id } = await createThread()
    const full = Buffer.alloc(10 * MIB, 1)
    assert.equal((await postAttachment(own, customer.token, full)).status, 201)
    const larger = await postAttachment(own, customer.token, Buffer.alloc(10 * MIB + 1))
    assert.equal(larger.body.error.code, 'BAD_REQUEST')
    assert.include(larger.body.error.message, 'larger than 10485760 bytes')
    assert.lengthOf(await storedOf(id), 1)
  })

  test('have 100 MiB in a ticket together, racing or not', async ({ assert }) => {
    const { customer, merchant, own, ours, id } = await createThread()
    const { attachment } = (await postAttachment(ours, merchant.token, PNG)).body.data
    await rows(db.connection(), 'update ticket_attachments set bytes = ? where id = ?', [
      99 * MIB,
      attachment.id,
    ])
    const half = Buffer.alloc(MIB / 2, 1)
    const racing = await Promise.all(
      Array.from({ length: 4 }, () => postAttachment(own, customer.token, half))
    )
    assert.deepEqual(racing.map(({ status }) => status).sort(), [201, 201, 400, 400])
    const kept = await storedOf(id)
    assert.lengthOf(kept, 3)
    assert.isTrue(racing.every(({ status, body }) => status === 201 || body.error.code === 'BAD_REQUEST'))
  })

  test('are at most 10 in a message', async ({ assert }) => {
    const { sides } = await createThread()
    for (const { path, token } of sides) {
      const ids: string[] = []
      for (let one = 0; one < 11; one++)
        ids.push((await postAttachment(path, token, `${one}`)).body.data.attachment.id)
      const say = (attachmentIds: string[]) =>
        call('POST', `${path}/messages`, { token, body: { body: 'All.', attachmentIds } })
      assert.equal((await say(ids)).body.error.code, 'BAD_REQUEST')
      assert.lengthOf((await say(ids.slice(0, 10))).body.data.message.attachments, 10)
    }
  })

  test('are at most 30 that no message names, racing or not, of each side', async ({ assert }) => {
    const { sides, id } = await createThread()
    for (const { path, token } of sides) {
      for (let one = 0; one < 28; one++) await postAttachment(path, token, `${one}`)
      const racing = await Promise.all(
        Array.from({ length: 8 }, (_, one) => postAttachment(path, token, `racing ${one}`))
      )
      assert.deepEqual(racing.map(({ status, body }) => body.error?.code ?? status).sort(), [
        201,
        201,
        ...Array<string>(6).fill('BAD_REQUEST'),
      ])
    }
    assert.lengthOf(await storedOf(id), 60)
  })

  test('of an upload that is cut off leave no row and no file', async () => {
    const { customer, own, id } = await createThread()
    const socket = connect(Number(process.env.PORT), process.env.HOST ?? '127.0.0.1')
    await once(socket, 'connect')
    socket.on('error', () => {})
    socket.write(
      `POST ${own}/attachments HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${customer.token}\r\n` +
        'content-type: multipart/form-data; boundary=cut\r\ncontent-length: 900000\r\n\r\n' +
        '--cut\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n' +
        'x'.repeat(100_000)
    )
    const [begun] = await until('the row of the upload', async () => {
      const found = await storedOf(id)
      return found.length > 0 ? found : null
    })
    socket.destroy()
    await until('the row to be deleted', async () => (await storedOf(id)).length === 0)
    // The row goes before the file.
    await until('the file to be deleted', async () => !(await hasFile(begun.id)))
  })

  test('count in what the org keeps, to the byte', async ({ assert }) => {
    const thread = await createThread()
    const { sides, id } = thread
    const settled = quotas.storedMibPerOrg
    Object.assign(quotas, { storedMibPerOrg: 1 })
    try {
      const half = Buffer.alloc(MIB / 2, 1)
      for (const { path, token } of sides) assert.equal((await postAttachment(path, token, half)).status, 201)
      for (const { path, token } of sides) {
        const full = await postAttachment(path, token, 'x')
        assert.equal(full.status, 403)
        assert.equal(full.body.error.code, 'LIMIT_REACHED')
      }
      const { own, customer, ours, merchant } = thread
      const said = async (path: string, token: string) =>
        (await postAttachment(path, token, 'x')).body.error.message
      assert.match(await said(ours, merchant.token), /raise STORED_MIB_PER_ORG/)
      assert.equal(
        await said(own, customer.token),
        'The merchant cannot receive more files now: send your message without the file'
      )
      assert.lengthOf(await storedOf(id), 2)
    } finally {
      Object.assign(quotas, { storedMibPerOrg: settled })
    }
  })
})

type Side = { path: string; token: string }

async function refusesNoFile(assert: Assert, { path, token }: Side) {
  const send = async (body?: FormData | string, type?: string) => {
    const response = await fetch(`${BASE}${path}/attachments`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(type ? { 'content-type': type } : {}),
      },
      body,
    })
    return (await response.json()) as { error?: { code: string } }
  }
  assert.equal((await send()).error?.code, 'NO_FILE')
  assert.equal((await send(new FormData())).error?.code, 'NO_FILE')
  const named = new FormData()
  named.append('document', new File(['x'], 'a.txt'))
  assert.equal((await send(named)).error?.code, 'NO_FILE')
  // A browser sends this if no file was chosen.
  const unchosen =
    '--cut\r\ncontent-disposition: form-data; name="file"; filename=""\r\ncontent-type: application/octet-stream\r\n\r\n\r\n--cut--\r\n'
  assert.equal((await send(unchosen, 'multipart/form-data; boundary=cut')).error?.code, 'NO_FILE')
  assert.equal((await send('a,b\n', 'text/csv; charset=iso-8859-1')).error?.code, 'NO_FILE')
  assert.equal((await send('{}', 'application/json')).error?.code, 'NO_FILE')
}
