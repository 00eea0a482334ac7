import { openAsBlob } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { LatchkeyDashboard } from '#sdk/api/dashboard'
import { Latchkey } from '#sdk/api/latchkey'
import type { TransportOptions } from '#sdk/core/transport'
import { pauseAfter } from '#sdk/core/retry'
import { retryAfterOf } from '#sdk/core/retry_after'
import { LatchkeyError } from '#sdk/errors'
import { failureOf, testClock } from '#tests/testkit/client'
import { drops, fakeApi, gives, proxies, refuses, type Scripted } from '#tests/testkit/fake_api'
import { until } from '#tests/testkit/wait'

/** The SDK on a fake service, and the pauses that it made. */
function sdkOf(baseUrl: string, more: Partial<TransportOptions> = {}) {
  const pauses: number[] = []
  const clock = testClock({ slept: (ms) => void pauses.push(ms), hurries: true })
  return { api: new Latchkey({ baseUrl, apiKey: 'svc_key', productId: 'p', clock, ...more }), pauses }
}

test.group('retries of the SDK', () => {
  test('a drop, a 429, a proxy, an answer: four tries under one Idempotency-Key', async ({ assert }) => {
    const busy = refuses(429, 'RATE_LIMITED', { 'retry-after': '1' })
    await using fake = await fakeApi(drops, busy, proxies(502), gives({ licenses: [{ id: 'a' }] }, 201))
    const { api, pauses } = sdkOf(fake.baseUrl)
    assert.deepEqual(await api.licenses.create({ count: 1 }), [{ id: 'a' }] as never)
    assert.lengthOf(fake.seen, 4)
    const keys = new Set(fake.seen.map(({ headers }) => headers['idempotency-key']))
    assert.lengthOf(keys, 1)
    assert.match(String([...keys][0]), /^[A-Za-z0-9_-]{8,128}$/)
    assert.lengthOf(new Set(fake.seen.map(({ body }) => body)), 1)
    const [first, second, third] = pauses
    assert.isTrue(first >= 500 && first <= 1000, String(pauses))
    assert.isTrue(second >= 1000 && second <= 1250, String(pauses))
    assert.isTrue(third >= 2000 && third <= 4000, String(pauses))
  })

  test('each call has a key of its own, or the one that it is given', async ({ assert }) => {
    await using fake = await fakeApi(gives({ licenses: [] }))
    const { api } = sdkOf(fake.baseUrl)
    await api.licenses.create({})
    await api.licenses.create({})
    await api.licenses.create({}, { idempotencyKey: 'order-12345' })
    const keys = fake.seen.map(({ headers }) => headers['idempotency-key'])
    assert.lengthOf(new Set(keys), 3)
    assert.equal(keys[2], 'order-12345')
  })

  test('the code decides, not the status: {code} with {status}')
    .with([
      { status: 409, code: 'CONFLICT', tries: 1 },
      { status: 409, code: 'IDEMPOTENCY_IN_PROGRESS', tries: 5 },
      { status: 500, code: 'CONFIG_ERROR', tries: 1 },
      { status: 500, code: 'INTERNAL', tries: 5 },
      { status: 503, code: 'STAGING_BILLING_DISABLED', tries: 1 },
      { status: 503, code: 'IDEMPOTENCY_UNAVAILABLE', tries: 5 },
      { status: 401, code: 'EXPIRED_TOKEN', tries: 1 },
      { status: 401, code: 'NONCE_REUSED', tries: 1 },
      { status: 503, code: 'A_CODE_OF_TOMORROW', tries: 5 },
    ])
    .run(async ({ assert }, { status, code, tries }) => {
      await using fake = await fakeApi(refuses(status, code))
      const error = await failureOf(sdkOf(fake.baseUrl).api.licenses.get('a'))
      assert.instanceOf(error, LatchkeyError)
      assert.containSubset(error, { code, status, requestId: 'request-1' })
      assert.lengthOf(fake.seen, tries)
    })

  test('a wait that is longer than a minute is left to the caller', async ({ assert }) => {
    await using fake = await fakeApi(refuses(429, 'RATE_LIMITED', { 'retry-after': '3600' }))
    const error = await failureOf(sdkOf(fake.baseUrl).api.whoami())
    assert.containSubset(error, { code: 'RATE_LIMITED', retryAfter: 3600 })
    assert.lengthOf(fake.seen, 1)
  })

  test('a write that takes no Idempotency-Key is not sent twice unless it was refused unread', async ({
    assert,
  }) => {
    const limited = refuses(429, 'RATE_LIMITED', { 'retry-after': '0' })
    await using fake = await fakeApi(limited, drops)
    const { api } = sdkOf(fake.baseUrl)
    const error = await failureOf(api.call('POST', '/v1/auth/forgot-password', { body: { email: 'a@b.c' } }))
    assert.equal(error?.code, 'UNREACHABLE')
    assert.lengthOf(fake.seen, 2)
  })

  test('a signal ends a pause and a call', async ({ assert }) => {
    await using fake = await fakeApi(refuses(503, 'INTERNAL', { 'retry-after': '30' }), () => {})
    const api = new Latchkey({ baseUrl: fake.baseUrl, apiKey: 'svc_key', productId: 'p' })
    for (const calls of [1, 2]) {
      const leaving = new AbortController()
      const left = api.whoami({ signal: leaving.signal }).catch((error: unknown) => error)
      const reason = new Error('the user has left')
      setTimeout(() => leaving.abort(reason), 100)
      assert.equal(await left, reason)
      assert.lengthOf(fake.seen, calls)
    }
  })

  test('a try that takes too long is given up and made again', async ({ assert }) => {
    await using fake = await fakeApi(() => {}, gives({ productId: 'p' }))
    const { api } = sdkOf(fake.baseUrl, { timeoutMs: 100 })
    assert.containSubset(await api.whoami(), { productId: 'p' })
    assert.lengthOf(fake.seen, 2)
  })

  test('an attachment may take longer than the timeout of a call', async ({ assert }) => {
    let stored = () => {}
    const store: Scripted = (...call) => (stored = () => gives({ attachment: { id: 'a' } }, 201)(...call))
    await using fake = await fakeApi((response, request, raw) => {
      if (request.path.endsWith('/attachments')) store(response, request, raw)
    })
    const options = { baseUrl: fake.baseUrl, timeoutMs: 100, attempts: 1 }
    const api = new LatchkeyDashboard({ ...options, tokens: { accessToken: 'a' } })
    const attached = api.org('one').tickets.attach('t', new Blob(['a log']), 'log.txt')
    await until('the file has arrived', () => fake.seen.length === 1)
    assert.equal((await failureOf(api.me()))?.code, 'UNREACHABLE')
    stored()
    assert.deepEqual(await attached, { id: 'a' })
  })

  test('an answer without {$self} is none of the service')
    .with(['a body', 'an envelope', 'anything', 'content'])
    .run(async ({ assert }, what) => {
      const text = { 'a body': '', 'an envelope': '{"licenses":[]}', anything: 'null', content: '' }[what]
      await using fake = await fakeApi(
        (response) => void response.writeHead(what === 'content' ? 204 : 200).end(text)
      )
      const { api } = sdkOf(fake.baseUrl)
      for (const call of [api.whoami(), api.licenses.get('a'), api.licenses.create({})]) {
        const error = await failureOf(call)
        assert.containSubset(error, { code: 'UNEXPECTED_ANSWER', retryAfter: null })
        assert.match(error!.message, /check baseUrl/)
      }
      assert.lengthOf(fake.seen, 3)
    })

  test('routes that send no envelope are read as they are', async ({ assert }) => {
    const bare: Scripted = (response) => void response.writeHead(200).end('{"status":"ok"}')
    const nothing: Scripted = (response) => void response.writeHead(204).end()
    await using fake = await fakeApi(bare, nothing)
    const { api } = sdkOf(fake.baseUrl)
    assert.deepEqual(await api.call('GET', '/health'), { status: 'ok' })
    assert.isUndefined(await api.call('GET', '/v1/updates/p/tauri/linux/x86_64/1.0.0?channel=beta'))
  })

  test('a file that cannot be read is no outage: {$self}')
    .with(['opened', 'a Blob', 'a Blob with progress'])
    .run(async ({ assert, cleanup }, what) => {
      const folder = await mkdtemp(join(tmpdir(), 'latchkey-upload-'))
      cleanup(() => rm(folder, { recursive: true }))
      await using fake = await fakeApi(gives({ operation: { id: 'o' } }))
      const { api } = sdkOf(fake.baseUrl)
      async function* opened() {
        yield Buffer.from('key\n')
        await Promise.resolve()
        throw new Error('the disk is gone')
      }
      await writeFile(join(folder, 'import.csv'), 'key\nA-1\n')
      const blob = await openAsBlob(join(folder, 'import.csv'))
      await writeFile(join(folder, 'import.csv'), 'key\nA-1\nA-2\n')
      const progress = what === 'a Blob with progress' ? { onUpload: () => {} } : {}
      const error = await failureOf(api.licenses.import(what === 'opened' ? opened : blob, {}, progress))
      assert.notInstanceOf(error, LatchkeyError)
      assert.match(String(error), what === 'opened' ? /the disk is gone/ : /could not be read/)
      assert.lengthOf(fake.seen, 0)
    })

  test('an address that is not the service is said to be one: {$self}')
    .with([404, 301, 200])
    .run(async ({ assert }, status) => {
      await using fake = await fakeApi(proxies(status))
      const error = await failureOf(sdkOf(fake.baseUrl).api.whoami())
      assert.containSubset(error, { code: 'UNEXPECTED_ANSWER', retryAfter: null })
      assert.match(error!.message, /check baseUrl/)
      assert.lengthOf(fake.seen, 1)
    })

  test('a file without bytes is the answer of the service alone, which a request id does not prove: {$self}')
    .with([304, 416])
    .run(async ({ assert }, status) => {
      const other: Scripted = (response) => void response.writeHead(status, { 'x-request-id': 'a' }).end()
      await using fake = await fakeApi(other)
      const error = await failureOf(sdkOf(fake.baseUrl).api.operations.download('o'))
      assert.containSubset(error, { code: 'UNEXPECTED_ANSWER', status })
    })
})

test.group('pauses of the SDK', () => {
  test('double from a second to a minute, with half of them left to chance', ({ assert }) => {
    assert.deepEqual(
      [1, 2, 3, 7, 60].map((tries) => [pauseAfter(tries, () => 0), pauseAfter(tries, () => 1)]),
      [
        [500, 1000],
        [1000, 2000],
        [2000, 4000],
        [30_000, 60_000],
        [30_000, 60_000],
      ]
    )
  })

  test('Retry-After is seconds or a date', ({ assert }) => {
    const now = Date.parse('2026-01-31T12:00:00Z')
    const read = (text: string) => retryAfterOf(new Headers({ 'retry-after': text }), now)
    assert.equal(read('7'), 7)
    assert.equal(read('Sat, 31 Jan 2026 12:00:30 GMT'), 30)
    assert.equal(read('Sat, 31 Jan 2026 11:00:00 GMT'), 0)
    assert.isNull(read('soon'))
    assert.isNull(retryAfterOf(new Headers(), now))
  })
})
