import { test } from '@japa/runner'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { BASE } from '#tests/testkit/http'

const TUNNEL = 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n'

test.group('ground rules of HTTP', () => {
  test('an unknown route, a malformed URL and a missing credential answer with an envelope and an id')
    .with([
      ['/nowhere', 404, 'NOT_FOUND'],
      ['/%E0%A4%A', 400, 'BAD_REQUEST'],
      ['/v1/dashboard/me', 401, 'UNAUTHORIZED'],
    ] as const)
    .run(async ({ assert }, [path, status, code]) => {
      const response = await fetch(BASE + path)
      assert.equal(response.status, status)
      assert.match(response.headers.get('x-request-id') ?? '', /^[A-Za-z0-9_-]{8,128}$/)
      const body = (await response.json()) as { ok: boolean; error: { code: string } }
      assert.equal(body.ok, false)
      assert.equal(body.error.code, code)
    })

  test('a request id is kept when it is harmless and replaced when it is not', async ({ assert }) => {
    const kept = await fetch(`${BASE}/health`, { headers: { 'x-request-id': 'client-id_42' } })
    assert.equal(kept.headers.get('x-request-id'), 'client-id_42')
    const replaced = await fetch(`${BASE}/health`, { headers: { 'x-request-id': 'short' } })
    assert.match(replaced.headers.get('x-request-id') ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/)
  })

  test('an expectation that nobody knows is passed over', async ({ assert }) => {
    const status = await new Promise((resolve, reject) => {
      request(`${BASE}/v1/status`, { headers: { expect: '200-ok' } }, (response) => {
        resolve([response.statusCode, typeof response.headers['x-request-id']])
        response.resume()
      })
        .on('error', reject)
        .end()
    })
    assert.deepEqual(status, [200, 'string'])
  })

  test('bodies that are no JSON document are BAD_REQUEST')
    .with([
      ['{"email":', 'application/json'],
      ['"text"', 'application/json'],
      ['[]', 'application/json'],
      ['{"email":"a\\u0000b","password":"x"}', 'application/json'],
      [`{"email":"${'x'.repeat(300_000)}"}`, 'application/json'],
      ['['.repeat(100_000), 'application/json'],
      ['{"email":"a\\ud800@example.com","password":"x"}', 'application/json'],
      ['{"a\\udc00":"x"}', 'application/json'],
      ['email=a', 'application/x-www-form-urlencoded'],
      ['{"email":"\uD800"}', 'text/plain'],
    ] as const)
    .run(async ({ assert }, [body, type]) => {
      const response = await fetch(`${BASE}/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      })
      assert.equal(response.status, 400)
      assert.containSubset(await response.json(), { ok: false, error: { code: 'BAD_REQUEST' } })
    })

  test('a query of which a part would be dropped is refused', async ({ assert }) => {
    const query = (count: number) => Array.from({ length: count }, (_, at) => `p${at}=1`).join('&')
    assert.equal((await fetch(`${BASE}/v1/status?${query(100)}`)).status, 200)
    const response = await fetch(`${BASE}/v1/status?${query(101)}`)
    assert.equal(response.status, 400)
    assert.containSubset(await response.json(), { error: { code: 'BAD_REQUEST' } })
  })

  test('a runtime call with such a query is refused too, before its credential', async ({ assert }) => {
    for (const path of ['authorize', 'release']) {
      const url = `${BASE}/v1/licenses/${path}?${'p=1&'.repeat(101)}`
      const response = await fetch(url, { method: 'POST' })
      assert.equal(response.status, 400)
      assert.isNotNull(response.headers.get('x-ratelimit-remaining-ip'))
      assert.containSubset(await response.json(), { error: { code: 'BAD_REQUEST' } })
    }
  })

  test('a request without Host is answered like any other', async ({ assert }) => {
    const { hostname, port } = new URL(BASE)
    const socket = connect({ host: hostname, port: Number(port) })
    socket.end('GET /nowhere HTTP/1.1\r\nConnection: close\r\n\r\n')
    let answer = ''
    for await (const part of socket) answer += part
    assert.match(answer, /^HTTP\/1\.1 404 /)
    assert.match(answer, /x-request-id: \S+/i)
    assert.include(answer, '"code":"NOT_FOUND"')
  })

  test('a CONNECT is answered like any other unknown route', async ({ assert }) => {
    const { hostname, port } = new URL(BASE)
    const socket = connect({ host: hostname, port: Number(port) })
    socket.write(TUNNEL)
    let answer = ''
    for await (const part of socket) answer += part
    assert.match(answer, /^HTTP\/1\.1 404 /)
    assert.match(answer, /x-request-id: \S+/i)
    assert.match(answer, /x-ratelimit-remaining-ip: \S+/i)
    assert.include(answer, '"code":"NOT_FOUND"')
  })

  test('the process survives a client that resets the connection after a CONNECT', async ({ assert }) => {
    const port = Number(new URL(BASE).port)
    for (let count = 0; count < 20; count++) {
      const socket = connect({ host: '127.0.0.1', port })
      await once(socket, 'connect')
      socket.write(TUNNEL)
      await setTimeout(count)
      socket.resetAndDestroy()
    }
    assert.equal((await fetch(`${BASE}/v1/status`)).status, 200)
  })
})
