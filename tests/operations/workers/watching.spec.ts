import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import config from '#config/operations'
import OperationWatch from '#operations/watch/operation_watch'
import { BASE } from '#tests/testkit/http'
import { change, merchantWith } from '#tests/testkit/faults'
import type { Merchant } from '#tests/testkit/merchant'
import { startServer } from '#tests/testkit/servers'
import { bootWorker, killWorker, letWork } from '#tests/testkit/worker_process'

type Event = { id: string; event: string; data: { operation?: { status: string } } }

/** Opens the stream of an operation at a server process. */
function open(base: string, { orgId, token }: Merchant, id: string, lastEventId?: string) {
  return fetch(`${base}/v1/dashboard/orgs/${orgId}/operations/${id}/stream`, {
    headers: { authorization: `Bearer ${token}`, ...(lastEventId && { 'last-event-id': lastEventId }) },
  })
}

/** Reads events until the service ends the stream or there are `enough`; then closes the connection. */
async function read(response: Response, enough = Infinity): Promise<Event[]> {
  const events: Event[] = []
  let text = ''
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    const blocks = (text + piece).split('\n\n')
    text = blocks.pop()!
    for (const block of blocks.filter((one) => one.includes('data: '))) {
      const fields = block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2))
      const { id, event, data } = Object.fromEntries(fields) as Record<string, string>
      events.push({ id, event, data: JSON.parse(data) })
    }
    if (events.length >= enough) break
  }
  return events
}

test.group('watching an operation that another process works on', (group) => {
  group.tap((one) => one.tags(['@once']))
  test('two servers tell the same progress, and who changes over hears nothing twice', async ({
    assert,
    cleanup,
  }) => {
    const worker = bootWorker({ WORKER_CONCURRENCY: '1' })
    cleanup(() => killWorker(worker))
    const other = await startServer()
    cleanup(() => other.kill('SIGKILL'))
    const { merchant } = await merchantWith(8000)
    const { id } = await change(merchant, 'licenses.freeze', { filter: {} })
    const opened = performance.now()
    const whole = open(BASE, merchant, id).then((response) => read(response))
    const begun = open(other.base, merchant, id).then((response) => read(response, 2))
    await letWork(worker)
    const first = await begun
    const rest = await read(await open(BASE, merchant, id, first.at(-1)!.id))
    const all = await whole
    const most = (performance.now() - opened) / 200 + 2
    for (const events of [all, [...first, ...rest]]) {
      assert.equal(events.at(-1)!.event, 'end')
      assert.equal(events.at(-1)!.data.operation!.status, 'completed')
      const steps = events.map((event) =>
        event.id.startsWith('queued') ? -1 : Number(event.id.split('.')[1])
      )
      assert.deepEqual(
        steps,
        steps.toSorted((a, b) => a - b)
      )
      assert.lengthOf(new Set(events.map((event) => event.id)), events.length)
      assert.isAtMost(events.length, most, 'more than 5 a second')
    }
  }).timeout(120_000)

  test('a hundred watchers cost one query a look, and one at the end', async ({ assert, cleanup }) => {
    const worker = bootWorker({ WORKER_CONCURRENCY: '1' })
    cleanup(() => killWorker(worker))
    const { merchant } = await merchantWith(3000)
    const { id } = await change(merchant, 'licenses.freeze', { filter: {} })
    const { streamsPerCredential } = config
    cleanup(() => void Object.assign(config, { streamsPerCredential }))
    Object.assign(config, { streamsPerCredential: 100 })
    const streams = await Promise.all(Array.from({ length: 100 }, () => open(BASE, merchant, id)))
    const watch = await app.container.make(OperationWatch)
    const looked = watch.looks
    const queries: string[] = []
    const client = db.connection().getWriteClient()
    const note = ({ sql }: { sql: string }) => void (sql.includes('from operations o') && queries.push(sql))
    client.on('query', note)
    cleanup(() => void client.off('query', note))
    await letWork(worker)
    const told = await Promise.all(streams.map((stream) => read(stream)))
    for (const events of told) assert.equal(events.at(-1)!.event, 'end')
    const looks = watch.looks - looked
    assert.isAtLeast(looks, 1)
    assert.isAtMost(queries.length, looks + 2, queries.join('\n'))
    assert.equal(watch.watched, 0)
  }).timeout(120_000)
})
