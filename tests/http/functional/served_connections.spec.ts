import server from '@adonisjs/core/services/server'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from '@japa/runner'
import { bodies } from '#config/bodies'
import { server as served } from '#config/server'
import { answerDirectly, createHttpServer } from '#http/http_entry'
import { BASE } from '#tests/testkit/http'
import { loggedErrors } from '#tests/testkit/logged_errors'
import { until } from '#tests/testkit/wait'

test.group('connections of clients', () => {
  test('stay open for longer than proxies keep them, so that none sends into a closed one', async ({
    assert,
  }) => {
    const { hostname, port } = new URL(BASE)
    const socket = connect({ host: hostname, port: Number(port) })
    socket.write('GET /v1/status HTTP/1.1\r\nHost: any\r\n\r\n')
    let answer = ''
    for await (const part of socket) {
      answer += part
      if (answer.includes('\r\n\r\n')) break
    }
    const [, seconds] = /^keep-alive: timeout=(\d+)\r$/im.exec(answer) ?? []
    assert.isAtLeast(Number(seconds), 75, answer)
  })

  test('and what they send may take as long as an upload', ({ assert }) => {
    assert.isAbove(server.getNodeServer()!.requestTimeout, 3_600_000)
  })

  test('but the head of a request comes within 15 seconds, and an ordinary body within 15 more', ({
    assert,
  }) => {
    assert.equal(server.getNodeServer()!.headersTimeout, 15_000)
    assert.equal(bodies.arrival, 15_000)
  })

  test('end with an answer when the head of a request does not come in time', async ({ assert, cleanup }) => {
    const hurried = createHttpServer(() => {})
    hurried.headersTimeout = 1
    hurried.listen(0, '127.0.0.1')
    await once(hurried, 'listening')
    cleanup(() => void hurried.close())
    const { port } = hurried.address() as AddressInfo
    const socket = connect({ host: '127.0.0.1', port })
    cleanup(() => void socket.destroy())
    socket.write('GET /v1/status HTTP/1.1\r\nHost: any\r\nX-Slow:')
    const answer = await text(socket)
    assert.match(answer, /^HTTP\/1\.1 400 /)
    assert.match(answer, /"code":"BAD_REQUEST"/)
  })

  test('that a failure closes without an answer leave a line in the log', async ({ assert, cleanup }) => {
    const said = loggedErrors(cleanup)
    answerDirectly('/v1/fails', () => Promise.reject(Object.freeze(new Error('it failed'))))
    const headers = { 'x-request-id': 'lost-request' }
    await assert.rejects(() => fetch(`${BASE}/v1/fails?token=secret`, { method: 'POST', headers }))
    await until('the line', () => said.length > 0)
    assert.containSubset(said, [{ request_id: 'lost-request', method: 'POST', path: '/v1/fails' }])
  })

  test('are as many as MAX_CONNECTIONS says, and no more', ({ assert }) => {
    assert.equal(served.maxConnections, 10_000)
    assert.equal(server.getNodeServer()!.maxConnections, served.maxConnections)
  })
})
