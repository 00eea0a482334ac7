import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { test } from '@japa/runner'
import { BASE } from '#tests/testkit/http'
import { createMerchant } from '#tests/testkit/merchant'
import { startServer } from '#tests/testkit/servers'
import { createVendor, seedLicense, signedCall } from '#tests/testkit/runtime'

const { hostname, port } = new URL(BASE)

/** Bytes that are no request. */
const UNREADABLE = 'GET / HTTP/1.1\r\nbad header\r\n\r\n'

/** The answer to exactly these bytes. */
async function answerTo(text: string, base = BASE): Promise<string> {
  const { hostname, port } = new URL(base)
  const socket = connect({ host: hostname, port: Number(port) })
  // The socket is not ended, because Node.js does not answer a client that has closed its half.
  socket.write(text)
  let answer = ''
  for await (const part of socket) answer += part
  return answer
}

test.group('headers of answers', () => {
  test('{$self} is not stored by anybody and not taken for anything else')
    .with([
      '/health',
      '/nowhere',
      '/%E0%A4%A',
      '/v1/status',
      '/v1/dashboard/me',
      '/admin/sign-in',
      '/admin/sign-in/script.js',
    ])
    .run(async ({ assert }, path) => {
      const { headers } = await fetch(BASE + path)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.match(headers.get('cache-control')!, /^no-(store|cache)$/)
    })

  test('{$self} names an icon that it may show, so no browser asks for /favicon.ico')
    .with(['/', '/errors', '/admin/sign-in', '/reference'])
    .run(async ({ assert }, path) => {
      const page = await fetch(BASE + path, { headers: { accept: 'text/html' } })
      assert.include(await page.text(), '<link rel="icon" href="data:," />')
      assert.match(page.headers.get('content-security-policy')!, /; img-src ([^;]+ )?data:;/)
    })

  test('bytes that are no request get both too', async ({ assert }) => {
    const answer = await answerTo(UNREADABLE)
    assert.match(answer, /^HTTP\/1\.1 400 /)
    assert.match(answer, /cache-control: no-store/i)
    assert.match(answer, /x-content-type-options: nosniff/i)
  })

  test('tokens and keys are not stored', async ({ assert }) => {
    const { token, productId } = await createMerchant()
    const response = await fetch(`${BASE}/v1/dashboard/products/${productId}/api-keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Mine', permissions: ['license:read'] }),
    })
    assert.equal(response.status, 201)
    assert.equal(response.headers.get('cache-control'), 'no-store')
  })

  test('401 says what to send: {$self}')
    .with(['/v1/dashboard/me', '/v1/whoami', '/v1/licenses/authorize'])
    .run(async ({ assert }, path) => {
      const method = path.endsWith('authorize') ? 'POST' : 'GET'
      const response = await fetch(BASE + path, { method })
      assert.equal(response.status, 401)
      assert.equal(response.headers.get('www-authenticate'), 'Bearer realm="latchkey"')
      assert.isNull((await fetch(`${BASE}/v1/status`)).headers.get('www-authenticate'))
    })

  test('the keys that verify answers may be kept for a minute and read by pages of any origin', async ({
    assert,
  }) => {
    const { headers } = await fetch(`${BASE}/.well-known/service-keys.json`)
    assert.equal(headers.get('cache-control'), 'public, max-age=60')
    assert.equal(headers.get('access-control-allow-origin'), '*')
  })

  test('pages of any origin may read {$self}, whoever asks first')
    .with([
      '/v1/enduser/portal',
      '/v1/enduser/nowhere',
      '/v1/enduser/%zz',
      '/v1/storefront',
      '/v1/updates/x?version=1',
      '/v1/files/x/y',
    ])
    .run(async ({ assert }, path) => {
      for (const method of ['GET', 'HEAD', 'POST']) {
        const { headers } = await fetch(BASE + path, { method })
        assert.equal(headers.get('access-control-allow-origin'), '*')
        assert.include(headers.get('access-control-expose-headers') ?? '', 'retry-after')
      }
    })

  test('pages of other origins may not read {$self}')
    .with(['/v1/storefronts', '/v1/status', '/v1/dashboard/me'])
    .run(async ({ assert }, path) => {
      assert.isNull((await fetch(BASE + path)).headers.get('access-control-allow-origin'))
    })
})

test.group('production', (group) => {
  group.tap((test) => test.tags(['@once']))

  test('says that it is reached by https only, on every answer', async ({ assert, cleanup }) => {
    const server = await startServer({ NODE_ENV: 'production' })
    cleanup(() => server.kill('SIGKILL'))
    for (const path of ['/v1/status', '/nowhere', '/v1/dashboard/me']) {
      const { headers } = await fetch(server.base + path)
      assert.equal(headers.get('strict-transport-security'), 'max-age=31536000', path)
      assert.isNull((await fetch(BASE + path)).headers.get('strict-transport-security'))
    }
    const unreadable = await answerTo(UNREADABLE, server.base)
    assert.include(unreadable, '\r\nstrict-transport-security: max-age=31536000\r\n')
  }).timeout(60_000)
})

test.group('targets that name their host', () => {
  test('are the paths of it', async ({ assert }) => {
    for (const [target, status] of [
      ['http://any.example/v1/status?a=1', '200'],
      ['HTTPS://any.example/v1/status', '200'],
      ['http://any.example', '404'],
      ['http://any.example?x=/v1/status', '404'],
    ]) {
      const answer = await answerTo(`GET ${target} HTTP/1.1\r\nHost: other\r\nConnection: close\r\n\r\n`)
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status === '404' ? '(404|200)' : status} `), target)
    }
  })

  test('are signed by their path, and so are the answers', async ({ assert }) => {
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    const { path, headers, body } = signedCall(vendor, {
      productId: vendor.productId,
      licenseKey: license.key,
    })
    const status = await new Promise((resolve, reject) => {
      const sent = httpRequest({ hostname, port, path: BASE + path, method: 'POST', headers }, (response) => {
        response.resume()
        resolve([response.statusCode, typeof response.headers['x-svc-signature']])
      })
      sent.once('error', reject)
      sent.end(body)
    })
    assert.deepEqual(status, [200, 'string'])
  })
})
