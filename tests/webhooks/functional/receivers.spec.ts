import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { test } from '@japa/runner'
import { webhooks } from '#config/webhooks'
import { parseSubnet } from '#kernel/net/addresses'
import WebhookClient from '#webhooks/engine/webhook_client'
import { openReceiver, status } from '#tests/testkit/receiver'

/** The time of an attempt where its end is what a test waits for. Milliseconds. */
const TIMEOUT = 400

/** A client whose attempts have the time of the service: the first TLS connection of a process takes a while. */
function newClient(timeoutMs = webhooks.timeoutMs) {
  const client = new WebhookClient({ allowedSubnets: [parseSubnet('127.0.0.0/8')!], timeoutMs })
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() })
}

/** A server that handles the bytes of a connection as no HTTP server would. */
async function rawServer(onConnection: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    onConnection(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, port, [Symbol.dispose]: () => void server.close() }
}

test.group('webhook receivers', () => {
  test('an attempt has ten seconds unless the operator says otherwise', ({ assert }) => {
    assert.equal(webhooks.timeoutMs, Number(process.env.WEBHOOK_TIMEOUT_SECONDS ?? 10) * 1000)
  })

  test('any status is answered as it is, whatever the body')
    .with([200, 201, 204, 301, 304, 400, 410, 429, 500, 503])
    .run(async ({ assert }, code) => {
      await using receiver = await openReceiver(status(code, { 'retry-after': '3600' }))
      await using client = newClient()
      assert.deepEqual(await client.post(receiver.url, {}, '{}'), { responseStatus: code, text: '' })
    })

  test('connections are kept: twenty attempts one after the other need no third', async ({ assert }) => {
    await using receiver = await openReceiver((_request, response) => void response.end('thank you'))
    await using client = newClient()
    for (let at = 0; at < 20; at++) {
      assert.containSubset(await client.post(receiver.url, {}, '{}'), { responseStatus: 200 })
    }
    assert.lengthOf(receiver.received, 20)
    assert.isAtMost(receiver.connections, 2)
  })

  test('a connection that is reset is a failure to be tried again', async ({ assert }) => {
    using server = await rawServer((socket) => socket.once('data', () => socket.resetAndDestroy()))
    await using client = newClient()
    assert.deepEqual(await client.post(server.url, {}, '{}'), {
      responseStatus: null,
      failure: 'The connection was reset',
      permanent: false,
      text: null,
    })
  })

  test('nobody listening, a hang-up and no HTTP are failures to be tried again', async ({ assert }) => {
    await using client = newClient()
    const gone = await rawServer(() => {})
    gone[Symbol.dispose]()
    assert.containSubset(await client.post(gone.url, {}, '{}'), {
      failure: 'The connection was refused',
      permanent: false,
      text: null,
    })
    using hangUp = await rawServer((socket) => socket.once('data', () => socket.end()))
    assert.containSubset(await client.post(hangUp.url, {}, '{}'), { responseStatus: null, permanent: false })
    using noise = await rawServer((socket) => socket.once('data', () => socket.end('SMTP ready\r\n\r\n')))
    assert.containSubset(await client.post(noise.url, {}, '{}'), {
      failure: 'The response is not valid HTTP',
      permanent: false,
      text: null,
    })
  })

  test('a receiver that hangs is left when the time of the attempt is over', async ({ assert }) => {
    await using receiver = await openReceiver(() => {})
    await using client = newClient(TIMEOUT)
    assert.deepEqual(await client.post(receiver.url, {}, '{}'), {
      responseStatus: null,
      failure: 'No complete response within 0.4 seconds',
      permanent: false,
      text: null,
    })
  })

  test('the time is that of the whole attempt: drops of a body do not prolong it', async ({ assert }) => {
    const hungUp = Promise.withResolvers<void>()
    await using receiver = await openReceiver((_request, response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write('.'), 20)
      response.once('close', () => {
        clearInterval(drip)
        hungUp.resolve()
      })
    })
    await using client = newClient(TIMEOUT)
    const answer = await client.post(receiver.url, {}, '{}')
    assert.containSubset(answer, { responseStatus: 200, permanent: false })
    assert.match(answer.failure!, /No complete response/)
    // The receiver sends drops until the client closes the connection.
    await hungUp.promise
  })

  test('a body without end is cut off soon after 16 KiB, and the status counts', async ({ assert }) => {
    let sent = 0
    const closed = Promise.withResolvers<void>()
    await using receiver = await openReceiver((_request, response, raw) => {
      response.writeHead(200, { 'content-length': String(100 * 1024 * 1024) })
      const piece = Buffer.alloc(64 * 1024, 'x')
      const more = () => {
        while (sent < 100 * 1024 * 1024 && !raw.socket.destroyed) {
          sent += piece.length
          if (!response.write(piece)) return void response.once('drain', more)
        }
      }
      response.once('close', () => closed.resolve())
      more()
    })
    await using client = newClient()
    const before = process.memoryUsage().rss
    assert.deepEqual(await client.post(receiver.url, {}, '{}'), {
      responseStatus: 200,
      text: 'x'.repeat(2048),
    })
    await closed.promise
    assert.isBelow(sent, 20 * 1024 * 1024)
    assert.isBelow(process.memoryUsage().rss - before, 64 * 1024 * 1024)
  })

  test('response headers without end are a failure', async ({ assert }) => {
    using server = await rawServer((socket) =>
      socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(64 * 1024)}`))
    )
    await using client = newClient()
    assert.containSubset(await client.post(server.url, {}, '{}'), {
      failure: 'The response headers are too large',
      permanent: false,
      text: null,
    })
  })

  test('a TLS connection that cannot be trusted is a failure to be tried again', async ({ assert }) => {
    using plain = await rawServer((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
    )
    await using client = newClient()
    const overPlain = await client.post(`https://127.0.0.1:${plain.port}/`, {}, '{}')
    assert.containSubset(overPlain, { responseStatus: null, permanent: false })
    assert.match(overPlain.failure!, /^TLS: /)

    // No handshake can succeed with a server without a certificate.
    const server = createTlsServer({}, () => {})
    server.on('tlsClientError', () => {})
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const answer = await client.post(`https://127.0.0.1:${port}/`, {}, '{}')
    assert.containSubset(answer, { responseStatus: null, permanent: false })
    assert.match(answer.failure!, /^TLS: |reset/)
    server.close()
  })
})
