import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { test } from '@japa/runner'
import { startProgram } from '#tests/testkit/processes'

const FOLDER = new URL('../../testkit/tls/', import.meta.url)
const AUTHORITY = new URL('authority.pem', FOLDER).pathname

/** A receiver on loopback with a certificate for hooks.example. */
async function secureReceiver(certificate: 'receiver.pem' | 'expired.pem') {
  const served: string[] = []
  const server = createServer(
    {
      cert: await readFile(new URL(certificate, FOLDER)),
      key: await readFile(new URL('receiver_key.pem', FOLDER)),
    },
    (request, response) => {
      served.push(String((request.socket as TLSSocket & { servername: string }).servername))
      response.writeHead(204).end()
    }
  )
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, served, [Symbol.dispose]: () => void server.close() }
}

/** The results of posts to these addresses, in a process that trusts the authority of the tests or does not. */
async function posts(urls: string[], trusted = true): Promise<{ failure?: string }[]> {
  const run = startProgram('tests/testkit/tls_posts', urls, {
    NODE_EXTRA_CA_CERTS: trusted ? AUTHORITY : undefined,
  })
  const code = await run.ended
  if (code !== 0) throw new Error(run.output())
  return JSON.parse(/^\[.*\]$/m.exec(run.output())![0])
}

test.group('webhook receivers over TLS', (group) => {
  group.tap((test) => test.tags(['@once']))

  test('a certificate is trusted for its own name alone, and only while it is valid', async ({ assert }) => {
    using good = await secureReceiver('receiver.pem')
    using expired = await secureReceiver('expired.pem')
    const answers = await posts([
      `https://hooks.example:${good.port}/`,
      `https://HOOKS.example:${good.port}/`,
      `https://other.example:${good.port}/`,
      `https://127.0.0.1:${good.port}/`,
      `https://hooks.example:${expired.port}/`,
    ])
    const refused = (code: string) => ({
      responseStatus: null,
      failure: `TLS: ${code}`,
      permanent: false,
      text: null,
    })
    assert.deepEqual(answers, [
      { responseStatus: 204, text: '' },
      { responseStatus: 204, text: '' },
      refused('ERR_TLS_CERT_ALTNAME_INVALID'),
      refused('ERR_TLS_CERT_ALTNAME_INVALID'),
      refused('CERT_HAS_EXPIRED'),
    ])
    assert.deepEqual(good.served, ['hooks.example', 'hooks.example'])
    assert.deepEqual(expired.served, [])
  })

  test('a chain that ends in nobody we know is not trusted', async ({ assert }) => {
    using good = await secureReceiver('receiver.pem')
    const [answer] = await posts([`https://hooks.example:${good.port}/`], false)
    assert.match(answer.failure!, /^TLS: .*CERT/)
    assert.deepEqual(good.served, [])
  })
})
