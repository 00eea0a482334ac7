import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { test } from '@japa/runner'
import NameResolver from '#kernel/net/name_resolver'
import { until } from '#tests/testkit/wait'

type Records = { a?: string[]; aaaa?: string[] }

/**
 * A name server on loopback. It knows the names of `zone`, answers that others do not exist, and is silent for null.
 */
async function nameServer(zone: Record<string, Records | null>) {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = question(query)
    asked.push(name)
    const records = zone[name]
    if (records === null) return
    const data = (type === 1 ? records?.a : records?.aaaa)?.map((text) => Buffer.from(text, 'hex')) ?? []
    const head = Buffer.from(query.subarray(0, 12))
    head.writeUInt16BE(records ? 0x8180 : 0x8183, 2)
    head.writeUInt16BE(data.length, 6)
    head.writeUInt32BE(0, 8)
    const answers = data.map((bytes) => {
      const record = Buffer.alloc(12)
      record.writeUInt16BE(0xc00c, 0)
      record.writeUInt16BE(type, 2)
      record.writeUInt16BE(1, 4)
      record.writeUInt16BE(bytes.length, 10)
      return Buffer.concat([record, bytes])
    })
    socket.send(Buffer.concat([head, query.subarray(12, end), ...answers]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    asked,
    server: `127.0.0.1:${socket.address().port}`,
    [Symbol.dispose]: () => void socket.close(),
  }
}

function question(query: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = query[at]; length > 0; length = query[at]) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

test.group('names of webhook receivers', () => {
  test('every address of a name is found, of both families', async ({ assert }) => {
    using dns = await nameServer({
      'both.example': { a: ['08080808', '01010101'], aaaa: ['26064700000000000000000000001111'] },
      'four.example': { a: ['08080404'] },
    })
    const { resolve } = new NameResolver([dns.server])
    assert.sameDeepMembers(await resolve('both.example'), [
      { address: '8.8.8.8', family: 4 },
      { address: '1.1.1.1', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ])
    assert.deepEqual(await resolve('four.example'), [{ address: '8.8.4.4', family: 4 }])
  })

  test('names whose server is silent hold nobody up, however many they are', async ({ assert }) => {
    const silent = Array.from({ length: 50 }, (_, at) => `silent${at}.example`)
    using dns = await nameServer({
      ...Object.fromEntries(silent.map((name) => [name, null])),
      'good.example': { a: ['08080808'] },
    })
    const { resolve } = new NameResolver([dns.server])
    let ended = 0
    for (const name of silent) {
      resolve(name).then(
        () => ended++,
        () => ended++
      )
    }
    assert.deepEqual(await resolve('good.example'), [{ address: '8.8.8.8', family: 4 }])
    assert.equal(ended, 0)
  })

  test('a name is looked up once for all who want it at the same time', async ({ assert }) => {
    using dns = await nameServer({ 'good.example': { a: ['08080808'] } })
    const { resolve } = new NameResolver([dns.server])
    await Promise.all(Array.from({ length: 20 }, () => resolve('good.example')))
    assert.lengthOf(dns.asked, 2)
    await resolve('good.example')
    assert.lengthOf(dns.asked, 4)
  })

  test('what only the hosts file knows is found too; what nobody knows is not', async ({ assert }) => {
    using dns = await nameServer({})
    const { resolve } = new NameResolver([dns.server])
    const found = await resolve('localhost')
    assert.includeMembers(
      ['127.0.0.1', '::1'],
      found.map(({ address }) => address)
    )
    await assert.rejects(() => resolve('nowhere.invalid'))
  })

  test('a name that only the hosts file knows does not wait for names whose server is silent', async ({
    assert,
  }) => {
    using dns = await nameServer({ 'silent.example': null })
    const asked: string[] = []
    const { resolve } = new NameResolver([dns.server], (hostname) => {
      asked.push(hostname)
      return hostname === 'receiver'
        ? Promise.resolve([{ address: '10.0.0.9', family: 4 }])
        : new Promise(() => {})
    })
    void resolve('silent.example')
    await until('the system is asked', () => asked.includes('silent.example'))
    assert.deepEqual(await resolve('receiver'), [{ address: '10.0.0.9', family: 4 }])
  })
})
