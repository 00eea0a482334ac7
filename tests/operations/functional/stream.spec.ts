import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { once } from 'node:events'
import { connect } from 'node:net'
import StartBulkChange from '#operations/actions/start_bulk_change'
import OperationWatch from '#operations/watch/operation_watch'
import { exportLicenses } from '#tests/testkit/exports'
import { seedLicenses } from '#tests/testkit/licenses'
import { BASE } from '#tests/testkit/http'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { until } from '#tests/testkit/wait'
import { listed } from '#tests/testkit/long_list'

type Event = { id?: string; event?: string; data: Record<string, unknown> }

async function start(merchant: Merchant, count: number) {
  const licenses = await seedLicenses(merchant, count)
  const action = await app.container.make(StartBulkChange)
  const licenseIds = licenses.map((one) => one.id)
  return action.execute(merchant.scope, 'licenses.freeze', { licenseIds: listed(licenseIds) })
}

function open(merchant: Merchant, id: string, headers: Record<string, string> = {}, signal?: AbortSignal) {
  return fetch(`${BASE}/v1/dashboard/orgs/${merchant.orgId}/operations/${id}/stream`, {
    headers: { authorization: `Bearer ${merchant.token}`, ...headers },
    signal,
  })
}

/** Reads the events of a stream until the service ends it. */
async function read(response: Response): Promise<Event[]> {
  const blocks = (await response.text()).split('\n\n').filter((block) => block.includes('data: '))
  return blocks.map((block) => {
    const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)))
    return { id: fields.id, event: fields.event, data: JSON.parse(fields.data) }
  })
}

test.group('progress as server-sent events', () => {
  test('progress grows, then comes the end with the operation', async ({ assert }) => {
    const merchant = await createMerchant()
    const { id } = await start(merchant, 2000)
    const response = await open(merchant, id)
    assert.equal(response.status, 200)
    assert.match(response.headers.get('content-type')!, /^text\/event-stream/)
    assert.equal(response.headers.get('x-accel-buffering'), 'no')
    const reading = read(response)
    await runToEnd(id)
    const events = await reading
    const end = events.at(-1)!
    assert.equal(end.event, 'end')
    assert.equal(end.id, 'completed.2000.2000')
    assert.containSubset(end.data, { operation: { id, status: 'completed', progress: { succeeded: 2000 } } })
    for (const event of events.slice(0, -1)) {
      assert.equal(event.event, 'progress')
      assert.properties(event.data, ['id', 'status', 'progress'])
    }
    assert.lengthOf(new Set(events.map((event) => event.id)), events.length)
  })

  test('the end of an export says that there is a file, and has no link to it', async ({ assert }) => {
    const merchant = await createMerchant()
    const { id } = await exportLicenses(merchant, '')
    const [end] = await read(await open(merchant, id))
    const { can, result } = end.data.operation as { can: object; result: object }
    assert.containSubset(can, { download: true })
    assert.notProperty(result, 'downloadUrl')
  })

  test('who comes back hears only what is new', async ({ assert }) => {
    const merchant = await createMerchant()
    const { id } = await start(merchant, 1)
    await runToEnd(id)
    const late = await read(await open(merchant, id, { 'last-event-id': 'running.0.1' }))
    assert.deepEqual(
      late.map(({ event, id: eventId }) => [event, eventId]),
      [['end', 'completed.1.1']] as never
    )
    const done = await open(merchant, id, { 'last-event-id': 'completed.1.1' })
    assert.equal(done.status, 204)
  })

  test('who hangs up, from a stream or a wait, is forgotten', async ({ assert }) => {
    const merchant = await createMerchant()
    const { id } = await start(merchant, 1)
    const watch = await app.container.make(OperationWatch)
    const leaving = new AbortController()
    const stream = await open(merchant, id, {}, leaving.signal)
    const waiting = fetch(`${BASE}/v1/dashboard/orgs/${merchant.orgId}/licenses/freeze`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${merchant.token}`,
        'content-type': 'application/json',
        prefer: 'wait=60',
      },
      body: JSON.stringify({ filter: {} }),
      signal: leaving.signal,
    })
    await until('both to be watched', () => watch.watched === 2)
    leaving.abort()
    await assert.rejects(() => waiting)
    await assert.rejects(() => stream.text())
    await until('nobody to be watched', () => watch.watched === 0)
  })

  test('who hangs up before the stream begins keeps no place of the ten', async ({ assert, cleanup }) => {
    const merchant = await createMerchant()
    const { id } = await start(merchant, 1)
    const { hostname, port } = new URL(BASE)
    const operations = `/v1/dashboard/orgs/${merchant.orgId}/operations`
    for (const path of [`${operations}/stream`, `${operations}/${id}/stream`]) {
      for (let at = 0; at < 12; at++) {
        const socket = connect(Number(port), hostname)
        await once(socket, 'connect')
        socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${merchant.token}\r\n\r\n`)
        setImmediate(() => socket.resetAndDestroy())
        await once(socket, 'close')
      }
      const leaving = new AbortController()
      cleanup(() => leaving.abort())
      const isServed = await until('a place', async () => {
        const headers = { authorization: `Bearer ${merchant.token}` }
        const { status } = await fetch(BASE + path, { headers, signal: leaving.signal })
        return status === 200
      })
      assert.isTrue(isServed)
    }
  })

  test('HEAD has the headers at once, and keeps no place of the ten', async ({ assert }) => {
    const merchant = await createMerchant()
    const { id } = await start(merchant, 1)
    const watch = await app.container.make(OperationWatch)
    const headers = { authorization: `Bearer ${merchant.token}` }
    const operations = `${BASE}/v1/dashboard/orgs/${merchant.orgId}/operations`
    for (const path of [`${operations}/stream`, `${operations}/${id}/stream`]) {
      for (let at = 0; at < 12; at++) {
        const signal = AbortSignal.timeout(5000)
        const response = await fetch(path, { method: 'HEAD', headers, signal })
        assert.equal(response.status, 200)
        assert.match(response.headers.get('content-type')!, /^text\/event-stream/)
      }
    }
    assert.equal(watch.watched, 0)
  })

  test('a stranger hears nothing', async ({ assert }) => {
    const merchant = await createMerchant()
    const stranger = await createMerchant()
    const { id } = await start(merchant, 1)
    const response = await open({ ...stranger, orgId: merchant.orgId }, id)
    assert.equal(response.status, 403)
    assert.equal((await open(stranger, id)).status, 404)
  })
})
