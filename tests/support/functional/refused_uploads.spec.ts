import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { bodies } from '#config/bodies'
import { rows } from '#kernel/database/sql'
import { lockWaits } from '#tests/testkit/lock_waits'
import { until } from '#tests/testkit/wait'
import { createThread } from './attached.js'

const HEAD = '--cut\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
const TAIL = '\r\n--cut--\r\n'

/** A connection of a proxy, over which requests of several people go one after the other. */
async function openConnection() {
  const socket = connect(Number(process.env.PORT), process.env.HOST ?? '127.0.0.1')
  await once(socket, 'connect')
  const said = { text: '', closed: false }
  socket.on('data', (data) => (said.text += data.toString('latin1')))
  socket.on('error', () => {})
  socket.once('close', () => (said.closed = true))
  return { socket, said }
}

const begin = (socket: Socket, path: string, token: string, length: number) =>
  socket.write(
    `POST ${path}/attachments HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: multipart/form-data; boundary=cut\r\ncontent-length: ${length}\r\n\r\n${HEAD}first bytes`
  )

test.group('the connection of an upload that is refused while it arrives', (group) => {
  group.each.setup(() => {
    const { leftover } = bodies
    Object.assign(bodies, { leftover: { ...leftover, period: 300, least: 20_000 } })
    return () => void Object.assign(bodies, { leftover })
  })

  /** Uploads to a ticket that is closed when the beginning of the file is there. */
  async function upload(length: number) {
    const { id, own, customer } = await createThread()
    const { socket, said } = await openConnection()
    const holder = await db.transaction()
    await rows(holder, 'select id from tickets where id = ? for update', [id])
    begin(socket, own, customer.token, length)
    await lockWaits(1)
    await rows(holder, `update tickets set status = 'closed', closed_at = now() where id = ?`, [id])
    await holder.commit()
    await until('the refusal', () => said.text.includes('"code":"CLOSED"'))
    return { socket, said }
  }

  test('takes the next request, of anybody, and stays open', async ({ assert, cleanup }) => {
    const rest = 'x'.repeat(500_000) + TAIL
    const { socket, said } = await upload(HEAD.length + 'first bytes'.length + rest.length)
    cleanup(() => void socket.destroy())
    socket.write(`${rest}GET /v1/status HTTP/1.1\r\nhost: x\r\n\r\n`)
    await until('the next answer', () => said.text.includes('"startedAt"') || said.closed)
    // Longer than the rest of a body may take. The connection owes none any more.
    const later = setTimeout(() => (said.text += 'later'), 600)
    cleanup(() => clearTimeout(later))
    await until('a while', () => said.text.includes('later') || said.closed)
    assert.isFalse(said.closed)
    assert.include(said.text, '"startedAt"')
  })

  const piece = 'x'.repeat(25_000)

  /** Sends the rest of an upload in so many pieces, which takes several of the periods in which it is looked at. */
  async function uploadInPieces(pieces: number) {
    const length = HEAD.length + 'first bytes'.length + pieces * piece.length + TAIL.length
    const { socket, said } = await upload(length)
    let sent = 0
    for (; sent < pieces && !said.closed; sent++) {
      socket.write(piece)
      await delay(60)
    }
    return { socket, said, sent }
  }

  test('stays open while the rest keeps coming, however long that takes', async ({ assert, cleanup }) => {
    const { socket, said } = await uploadInPieces(20)
    cleanup(() => void socket.destroy())
    socket.write(`${TAIL}GET /v1/status HTTP/1.1\r\nhost: x\r\n\r\n`)
    await until('the next answer', () => said.text.includes('"startedAt"') || said.closed)
    assert.include(said.text, '"startedAt"')
  })

  test('is closed if more comes than the largest upload has', async ({ assert, cleanup }) => {
    Object.assign(bodies.leftover, { most: 4 * piece.length })
    const { socket, sent } = await uploadInPieces(40)
    cleanup(() => void socket.destroy())
    assert.isBelow(sent, 40)
  })

  test('is closed if the rest comes byte by byte', async ({ cleanup }) => {
    const { socket, said } = await upload(500_000)
    const drip = setInterval(() => socket.write('x'), 30)
    cleanup(() => {
      clearInterval(drip)
      socket.destroy()
    })
    await until('the end', () => said.closed)
  })

  test('is closed if the rest of the upload does not come', async ({ cleanup }) => {
    const { socket, said } = await upload(500_000)
    cleanup(() => void socket.destroy())
    await until('the end', () => said.closed)
  })
})
