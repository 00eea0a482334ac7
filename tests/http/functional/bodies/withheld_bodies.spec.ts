import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from '@japa/runner'
import { BASE } from '#tests/testkit/http'
import { createApiKey, createMerchant, type Merchant } from '#tests/testkit/merchant'
import { until } from '#tests/testkit/wait'

const CONTINUE = 'HTTP/1.1 100 Continue'

/** A client that sends the head of an upload with `Expect: 100-continue` and, if `body` is given, that body at once. */
async function announces(path: string, credential: string, { bytes = 9, type = 'text/csv', body = '' } = {}) {
  const { hostname, port } = new URL(BASE)
  const socket = connect({ host: hostname, port: Number(port) })
  let received = ''
  socket.on('data', (part) => (received += part.toString())).on('error', () => {})
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: any',
    credential,
    `content-type: ${type}`,
    `content-length: ${bytes}`,
    'expect: 100-continue',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  return {
    socket,
    received: () => received,
    receives: (part: string) => until(part, () => received.includes(part)),
  }
}

const importOf = ({ productId }: Merchant) => `/v1/products/${productId}/licenses/import`
const CSV = 'key\nAB-1\n'

/** contract#style: a refusal costs its caller as little as possible. */
test.group('a client that waits for 100 Continue', () => {
  test('sends its file once it may', async ({ assert, cleanup }) => {
    const merchant = await createMerchant()
    const { key } = await createApiKey(merchant, ['license:write'])
    const client = await announces(importOf(merchant), `x-api-key: ${key}`, { bytes: CSV.length })
    cleanup(() => void client.socket.destroy())
    await client.receives(CONTINUE)
    assert.equal(client.received(), `${CONTINUE}\r\n\r\n`)
    client.socket.write(CSV)
    await client.receives('"type":"licenses.import"')
    assert.include(client.received(), 'HTTP/1.1 202 ')
  })

  test('is refused before it sends anything')
    .with([
      { what: 'no credential', code: 'UNAUTHORIZED' },
      { what: 'a key that may not', code: 'PERMISSION_DENIED' },
      { what: 'a file that is too large', code: 'BAD_REQUEST' },
      { what: 'a form without a boundary', code: 'BAD_REQUEST' },
      { what: 'a charset', code: 'BAD_REQUEST' },
    ])
    .run(async ({ assert, cleanup }, { what, code }) => {
      const merchant = await createMerchant()
      const { key } = await createApiKey(merchant, [
        what === 'a key that may not' ? 'license:read' : 'license:write',
      ])
      const credential = what === 'no credential' ? 'x-none: none' : `x-api-key: ${key}`
      const bytes = what === 'a file that is too large' ? 9e12 : 9
      const types: Record<string, string> = {
        'a form without a boundary': 'multipart/form-data',
        'a charset': 'text/csv; charset=utf-16',
      }
      const client = await announces(importOf(merchant), credential, { bytes, type: types[what] })
      cleanup(() => void client.socket.destroy())
      await once(client.socket, 'close')
      assert.match(client.received(), /^HTTP\/1\.1 4\d\d /)
      assert.match(client.received(), /^connection: close\r$/im)
      assert.include(client.received(), `"code":"${code}"`)
    })

  test('but sends its body before the refusal keeps its connection', async ({ assert, cleanup }) => {
    const merchant = await createMerchant()
    const { key } = await createApiKey(merchant, ['license:read'])
    const client = await announces(importOf(merchant), `x-api-key: ${key}`, { body: CSV })
    cleanup(() => void client.socket.destroy())
    await client.receives('"code":"PERMISSION_DENIED"')
    client.socket.write('GET /v1/status HTTP/1.1\r\nhost: any\r\n\r\n')
    await client.receives('HTTP/1.1 200 ')
    assert.notMatch(client.received(), /^connection: close/im)
  })
})
