import { test } from '@japa/runner'
import { LatchkeyDashboard } from '#sdk/api/dashboard'
import { Latchkey } from '#sdk/api/latchkey'
import { readEvents } from '#sdk/core/event_stream'
import { failureOf, SILENCE, testClock } from '#tests/testkit/client'
import { drops, fakeApi, gives, proxies, refuses, type Scripted } from '#tests/testkit/fake_api'
import { until } from '#tests/testkit/wait'

const counts = (processed: number) => ({ total: 9, processed, succeeded: processed, skipped: 0, failed: 0 })
const operation = (status: string, processed: number) => ({ id: 'o', status, progress: counts(processed) })
const running = (processed: number) => gives({ operation: operation('running', processed) })
const completed = gives({ operation: operation('completed', 9) })

const event = (name: string, processed: number, data: object) =>
  `id: ${processed}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`
const progress = (processed: number) => event('progress', processed, operation('running', processed))
const end = event('end', 9, { operation: operation('completed', 9) })

/** Streams some events, and then ends normally or breaks. */
function streams(events: string[], breaks = false): Scripted {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    response.write(`retry: 1000\n\n${events.join('')}`, () => (breaks ? response.destroy() : response.end()))
  }
}

/** Waits for the operation of a fake; returns the reported progress and the result. */
async function waitOn(script: Scripted[], { silenceIsOver = false } = {}) {
  await using fake = await fakeApi(...script)
  const clock = testClock({ hurries: (ms) => ms !== SILENCE || silenceIsOver })
  const api = new Latchkey({ baseUrl: fake.baseUrl, apiKey: 'svc_key', productId: 'p', clock })
  const told: number[] = []
  const ended = api.operations.wait('o', { onProgress: ({ processed }) => void told.push(processed) })
  const error = await failureOf(ended)
  const asked = fake.seen.map(({ path }) => path.replace('/v1/products/p/operations/o', ''))
  return { told, error, asked, seen: fake.seen, status: error ? null : (await ended).status }
}

test.group('SDK: waiting for an operation', () => {
  test('tells each change of the stream once, and ends with the whole operation', async ({ assert }) => {
    const waited = await waitOn([streams([progress(1), progress(1), progress(5), end]), completed])
    assert.deepEqual(waited.told, [1, 5, 9])
    assert.equal(waited.status, 'completed')
    assert.deepEqual(waited.asked, ['/stream', ''])
  })

  test('a stream that breaks is followed by one that goes on after it', async ({ assert }) => {
    const script = [
      streams([progress(1), progress(4)], true),
      running(5),
      streams([progress(7), end]),
      completed,
    ]
    const waited = await waitOn(script)
    assert.deepEqual(waited.told, [1, 4, 5, 7, 9])
    assert.deepEqual(waited.asked, ['/stream', '', '/stream', ''])
    assert.isUndefined(waited.seen[0].headers['last-event-id'])
    assert.equal(waited.seen[2].headers['last-event-id'], '4')
  })

  test('without a stream it asks again and again: {0}')
    .with([
      ['too many are open', refuses(429, 'RATE_LIMITED')],
      ['something else answers', proxies(200)],
    ] as const)
    .run(async ({ assert }, [, stream]) => {
      const waited = await waitOn([stream, running(2), running(6), completed])
      assert.deepEqual(waited.asked, ['/stream', '', '', ''])
      assert.deepEqual(waited.told, [2, 6, 9])
    })

  test('three streams without news are enough', async ({ assert }) => {
    const script = [drops, running(1), proxies(502), running(1), drops, running(1), running(2), completed]
    const waited = await waitOn(script)
    assert.deepEqual(waited.asked, ['/stream', '', '/stream', '', '/stream', '', '', ''])
    assert.deepEqual(waited.told, [1, 2, 9])
  })

  test('a stream that falls silent is left', async ({ assert }) => {
    const silent: Scripted = (response, request, raw) => {
      if (!request.path.endsWith('/stream')) return completed(response, request, raw)
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    }
    const waited = await waitOn([silent], { silenceIsOver: true })
    assert.equal(waited.status, 'completed')
    assert.deepEqual(waited.told, [9])
  })

  test('a refusal that another try would get too ends the waiting', async ({ assert }) => {
    const waited = await waitOn([refuses(404, 'NOT_FOUND')])
    assert.equal(waited.error?.code, 'NOT_FOUND')
    assert.lengthOf(waited.asked, 1)
  })

  test('what the listener throws ends the waiting', async ({ assert }) => {
    await using fake = await fakeApi(streams([progress(1), end]))
    const api = new Latchkey({ baseUrl: fake.baseUrl, apiKey: 'svc_key', productId: 'p' })
    const thrown = new Error('no room on the screen')
    const onProgress = () => {
      throw thrown
    }
    assert.equal(await api.operations.wait('o', { onProgress }).catch((error: unknown) => error), thrown)
    assert.lengthOf(fake.seen, 1)
  })

  test('a signal ends the waiting and the stream', async ({ assert }) => {
    let isClosed = false
    const open: Scripted = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(progress(1))
      response.once('close', () => (isClosed = true))
    }
    await using fake = await fakeApi(open)
    const api = new Latchkey({ baseUrl: fake.baseUrl, apiKey: 'svc_key', productId: 'p' })
    const leaving = new AbortController()
    const reason = new Error('the user has left')
    const options = { signal: leaving.signal, onProgress: () => leaving.abort(reason) }
    assert.equal(await api.operations.wait('o', options).catch((error: unknown) => error), reason)
    await until('the stream is closed', () => isClosed)
  })
})

/** Reads this many updates of all operations of an org; returns what has been processed, and the pauses. */
async function watchOrg(script: Scripted[], most: number) {
  await using fake = await fakeApi(...script)
  const pauses: number[] = []
  const slept = (ms: number) => void (ms !== SILENCE && pauses.push(ms))
  const clock = testClock({ hurries: (ms) => ms !== SILENCE, slept })
  const api = new LatchkeyDashboard({ baseUrl: fake.baseUrl, tokens: { accessToken: 'a' }, clock })
  const told: number[] = []
  const watching = async () => {
    for await (const { progress: now } of api.org('one').operations.watch()) {
      if (told.push(now.processed) === most) return
    }
  }
  const error = await failureOf(watching())
  return { told, error, pauses, asked: fake.seen.length }
}

test.group('SDK: watching the operations of an org', () => {
  test('goes on after an outage that is longer than the tries of one call', async ({ assert }) => {
    const outage = Array.from({ length: 12 }, (_, at) => (at % 2 ? drops : proxies(502)))
    const script = [streams([progress(1)], true), ...outage, streams([progress(2)])]
    const { told, error, asked } = await watchOrg(script, 2)
    assert.isNull(error)
    assert.deepEqual([told, asked], [[1, 2], script.length])
  })

  test('a stream that opened ends an outage, even if it had no news', async ({ assert }) => {
    const quiet = Array.from({ length: 8 }, () => streams([]))
    const { told, pauses } = await watchOrg([proxies(502), ...quiet, streams([progress(1)])], 1)
    assert.deepEqual(told, [1])
    for (const pause of pauses.slice(-quiet.length)) assert.isAtMost(pause, 1000)
  })

  test('waits as long as the service asks, however long that is', async ({ assert }) => {
    const away = refuses(503, 'DATABASE_ERROR', { 'retry-after': '300' })
    const { told, pauses } = await watchOrg([away, streams([progress(1)])], 1)
    assert.deepEqual(told, [1])
    assert.lengthOf(pauses, 1)
    assert.isAtLeast(pauses[0], 300_000)
  })

  test('ends with a refusal that another try would get too', async ({ assert }) => {
    const { error, asked } = await watchOrg([refuses(403, 'FORBIDDEN')], 1)
    assert.deepEqual([error?.code, asked], ['FORBIDDEN', 1])
  })
})

test.group('SDK: server-sent events', () => {
  test('are read whatever pieces they come in', async ({ assert }) => {
    const text =
      ': hello\r\n\r\nid: 1\r\nevent: progress\r\ndata: {"ä":1}\r\n\r\ndata: a\ndata: b\n\nid: 3\n\n'
    const bytes = new TextEncoder().encode(text)
    for (const size of [1, 2, 3, 7, bytes.length]) {
      const pieces = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size))
          controller.close()
        },
      })
      const events = []
      for await (const one of readEvents(pieces)) events.push(one)
      assert.deepEqual(
        events,
        [
          { id: '1', event: 'progress', data: '{"ä":1}' },
          { id: null, event: 'message', data: 'a\nb' },
        ],
        `pieces of ${size}`
      )
    }
  })
})
