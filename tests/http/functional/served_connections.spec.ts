import server from '@adonisjs/core/services/server'
import { connect } from 'node:net'
import { test } from '@japa/runner'
import { server as served } from '#config/server'
import { BASE } from '#tests/testkit/http'

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

  test('are as many as MAX_CONNECTIONS says, and no more', ({ assert }) => {
    assert.equal(served.maxConnections, 10_000)
    assert.equal(server.getNodeServer()!.maxConnections, served.maxConnections)
  })
})
