import { test } from '@japa/runner'
import { isIP } from 'node:net'
import { parseSubnet } from '#kernel/net/addresses'
import type { Dialer } from '#kernel/net/guarded_agent'
import type { ResolvedAddress } from '#kernel/net/name_resolver'
import WebhookClient from '#webhooks/engine/webhook_client'
import { openReceiver, status } from '#tests/testkit/receiver'

const LOOPBACK = [parseSubnet('127.0.0.0/8')!]

/** A dialer that opens no connection: it looks the addresses up as `net.connect` does, and records them. */
function recorder() {
  const dialled: string[] = []
  const dialer: Dialer = (lookup) => (options, callback) => {
    const end = () => callback(new Error('nothing is opened here'), null)
    if (isIP(options.hostname.replace(/^\[|\]$/g, '')) !== 0) {
      dialled.push(options.hostname)
      return end()
    }
    lookup(options.hostname, { all: true }, (error, addresses) => {
      if (error) return callback(error, null)
      for (const { address } of addresses as ResolvedAddress[]) dialled.push(address)
      end()
    })
  }
  return { dialled, dialer }
}

const v4 = (address: string): ResolvedAddress => ({ address, family: 4 })
const v6 = (address: string): ResolvedAddress => ({ address, family: 6 })

test.group('webhooks and private addresses', () => {
  test('no notation of a private address is dialled, and none is tried again', async ({ assert }) => {
    const { dialled, dialer } = recorder()
    const client = new WebhookClient({ allowedSubnets: [], timeoutMs: 1000, dialer, resolve: async () => [] })
    const hosts =
      '127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7F.0x0.0x0.0x1 017700000001 0177.0.0.1 0177.1 127.0.0.1. ①②⑦.⓪.⓪.① 0 0.0.0.0 10.0.0.1 172.16.0.1 ' +
      '192.168.0.1 169.254.169.254 169.254.169.254. 0xa9fea9fe １６９.２５４.１６９.２５４ 127。0。0。1 100.64.0.1 198.18.0.1 224.0.0.1 255.255.255.255 [::] [::1] ' +
      '[::ffff:127.0.0.1] [::ffff:a9fe:a9fe] [64:ff9b::a00:1] [2002:a00:1::] [fe80::1] [::127.0.0.1] [::ffff:0:127.0.0.1] [2001:0:a00:1::] [64:ff9b:1::1] [fec0::1] [fd00::1] [ff02::1]'
    for (const host of hosts.split(' ')) {
      for (const scheme of ['http', 'https']) {
        const answer = await client.post(`${scheme}://${host}/`, {}, '{}')
        assert.containSubset(answer, { responseStatus: null, permanent: true }, `${scheme}://${host}/`)
      }
    }
    assert.deepEqual(dialled, [])
  })

  test('a name that resolves to a private address is not dialled, not even beside public ones')
    .with([
      [[v4('127.0.0.1')]],
      [[v4('8.8.8.8'), v4('10.0.0.1')]],
      [[v6('2606:4700::1111'), v4('169.254.169.254')]],
      [[v6('::ffff:127.0.0.1')]],
      [[v6('::1')]],
      [[v6('fe80::1%eth0')]],
      [[v6('64:ff9b::7f00:1')]],
      [[v6('2002:7f00:1::')]],
      [[v6('2001:0:7f00:1::')]],
      [[v6('::')]],
      [[v4('0.0.0.0')]],
      [[v4('127.1')]],
      [[v4('not an address')]],
      [[v4('8.8.8.8'), v6('fd00::1')]],
    ])
    .run(async ({ assert }, [addresses]) => {
      const { dialled, dialer } = recorder()
      const client = new WebhookClient({
        allowedSubnets: [],
        timeoutMs: 1000,
        dialer,
        resolve: async () => addresses,
      })
      const answer = await client.post('http://hooks.example/', {}, '{}')
      assert.deepEqual(answer, {
        responseStatus: null,
        failure: 'The address is private or reserved',
        permanent: true,
        text: null,
      })
      assert.deepEqual(dialled, [])
    })

  test('what no URL should be is refused without a look or a connection')
    .with([
      'http://user@hooks.example/',
      'http://user:pw@127.0.0.1/',
      'http://8.8.8.8@127.0.0.1/',
      'http://hooks.example@127.0.0.1/',
      'http://127.0.0.1\\@hooks.example/',
      'http://127.0.0.1#@hooks.example/',
      'http://hooks.example/\r\nx-injected: 1',
      'http://hooks.example\r\n.evil/',
      'http://hooks.example/\tx',
      'http://[fe80::1%25eth0]/',
      'http://[::1%lo]/',
      'gopher://127.0.0.1/',
      'file:///etc/passwd',
      'https:127.0.0.1',
      'http:///127.0.0.1/',
      'http://127.0.0.1:80:80/',
      '',
    ])
    .run(async ({ assert }, url) => {
      const { dialled, dialer } = recorder()
      const asked: string[] = []
      const client = new WebhookClient({
        allowedSubnets: [],
        timeoutMs: 1000,
        dialer,
        resolve: async (name) => (asked.push(name), [v4('8.8.8.8')]),
      })
      const answer = await client.post(url, {}, '{}')
      assert.containSubset(answer, { responseStatus: null, permanent: true })
      assert.deepEqual([asked, dialled], [[], []])
    })

  test('a resolver that changes its answer gets nobody to a private address', async ({ assert }) => {
    const { dialled, dialer } = recorder()
    let asked = 0
    const client = new WebhookClient({
      allowedSubnets: [],
      timeoutMs: 1000,
      dialer,
      resolve: async () => (asked++ % 2 === 0 ? [v4('8.8.8.8')] : [v4('127.0.0.1')]),
    })
    for (let attempt = 0; attempt < 10; attempt++) await client.post('http://rebind.example/', {}, '{}')
    assert.equal(asked, 10)
    assert.deepEqual([...new Set(dialled)], ['8.8.8.8'])
  })

  test('real sockets: nothing reaches a listening server whose address is not allowed', async ({
    assert,
  }) => {
    await using receiver = await openReceiver()
    const { port } = receiver
    const client = new WebhookClient({
      allowedSubnets: [],
      timeoutMs: 2000,
      resolve: async () => [v4('127.0.0.1')],
    })
    for (const host of [
      '0',
      '0.0.0.0',
      '0x7f000001',
      '0177.0.0.1',
      '[::]',
      '127.0.0.1.',
      '①②⑦.⓪.⓪.①',
      '127.0.0.1',
      '2130706433',
      '127.1',
      '[::ffff:127.0.0.1]',
      'localhost',
      'hooks.example',
    ]) {
      const answer = await client.post(`http://${host}:${port}/`, {}, '{}')
      assert.isTrue(answer.permanent, host)
    }
    assert.equal(receiver.connections, 0)
    await client.close()
  })

  test('a redirect to another server is not followed', async ({ assert }) => {
    await using target = await openReceiver()
    await using receiver = await openReceiver(status(302, { location: target.url }))
    const client = new WebhookClient({ allowedSubnets: LOOPBACK, timeoutMs: 2000 })
    assert.deepEqual(await client.post(receiver.url, {}, '{}'), { responseStatus: 302, text: '' })
    assert.equal(target.connections, 0)
    await client.close()
  })

  test('proxy settings of the environment play no part', async ({ assert, cleanup }) => {
    await using proxy = await openReceiver()
    await using receiver = await openReceiver()
    process.env.HTTP_PROXY = process.env.http_proxy = `http://127.0.0.1:${proxy.port}`
    cleanup(() => {
      delete process.env.HTTP_PROXY
      delete process.env.http_proxy
    })
    const client = new WebhookClient({ allowedSubnets: LOOPBACK, timeoutMs: 2000 })
    assert.deepEqual(await client.post(receiver.url, {}, '{}'), { responseStatus: 204, text: '' })
    assert.equal(proxy.connections, 0)
    assert.equal(receiver.connections, 1)
    await client.close()
  })
})
