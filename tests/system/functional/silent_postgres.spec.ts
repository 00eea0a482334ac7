import { setTimeout as delay } from 'node:timers/promises'
import { test } from '@japa/runner'
import { databaseUrl } from '#kernel/database/datastores'
import { rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { newId } from '#kernel/secrets/ids'
import { createApiKey } from '#tests/testkit/merchant'
import { createVendor, seedLicense, type Vendor } from '#tests/testkit/runtime'
import { startServer, type OtherServer } from '#tests/testkit/servers'
import { tcpProxy, type TcpProxy } from '#tests/testkit/tcp_proxy'
import { until } from '#tests/testkit/wait'

/** The longest time that a call may take on a busy machine, in milliseconds; the service promises about one second. */
const PATIENCE = 1800

type Call = { method: string; path: string; body?: object; headers: Record<string, string>; code: string }

/** Ordinary calls, one after the other of each family, and the code of each while Postgres is silent. */
function callsOf({ orgId, productId, email, token }: Vendor, apiKey: string): Call[] {
  const dashboard = `/v1/dashboard/orgs/${orgId}`
  const ofProduct = `/v1/products/${productId}/licenses`
  const user = { authorization: `Bearer ${token}` }
  const key = { 'x-api-key': apiKey }
  const once = { 'idempotency-key': newId() }
  const code = 'DATABASE_ERROR'
  const unkeyed = 'IDEMPOTENCY_UNAVAILABLE'
  const login = { method: 'POST', path: '/v1/auth/login', body: { email, password: 'no' } }
  return [
    { method: 'GET', path: '/v1/dashboard/me', headers: user, code },
    { method: 'GET', path: `${dashboard}/licenses`, headers: user, code },
    { method: 'POST', path: `${dashboard}/licenses`, body: { productId }, headers: user, code },
    {
      ...{ method: 'POST', path: `${dashboard}/licenses`, body: { productId } },
      ...{ headers: { ...user, ...once }, code: unkeyed },
    },
    { method: 'GET', path: ofProduct, headers: key, code },
    { method: 'POST', path: ofProduct, body: {}, headers: key, code },
    { method: 'POST', path: ofProduct, body: {}, headers: { ...key, ...once }, code: unkeyed },
    { ...login, headers: {}, code },
    // Signing in takes no such key.
    { ...login, headers: once, code },
  ]
}

async function ask(base: string, { method, path, body, headers }: Call) {
  const started = performance.now()
  const response = await fetch(base + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: body && JSON.stringify(body),
  })
  const { error } = (await response.json()) as { error?: { code: string } }
  const retryAfter = response.headers.get('retry-after')
  return { status: response.status, code: error?.code, retryAfter, ms: performance.now() - started }
}

test.group('a Postgres that accepts connections and answers nothing', (group) => {
  let proxy: TcpProxy
  let server: OtherServer
  group.setup(async () => {
    const postgres = new URL(databaseUrl())
    proxy = await tcpProxy({ host: postgres.hostname, port: Number(postgres.port || 5432) })
    postgres.host = `127.0.0.1:${proxy.port}`
    server = await startServer({ DATABASE_URL: postgres.href, API_KEY_IP_LIMIT_PER_MIN: '1000000' })
    return async () => {
      await server.kill('SIGKILL')
      await proxy.close()
    }
  })

  test('each call gets its documented 503 within about a second, the first ones too, and recovery is unaided', async ({
    assert,
    cleanup,
  }) => {
    const vendor = await createVendor()
    const { key } = await createApiKey(vendor, ['license:read', 'license:create'])
    const askAll = (calls: Call[]) => Promise.all(calls.map((call) => ask(server.base, call)))
    const isServed = async () =>
      (await askAll(callsOf(vendor, key))).every(({ status }) => [200, 201, 401].includes(status))
    await until('all connections to be open', isServed)

    proxy.pause()
    cleanup(() => proxy.resume())
    for (const when of ['at first', 'later', 'later still']) {
      const calls = callsOf(vendor, key)
      const answers = await askAll(calls)
      for (const [at, { status, code, retryAfter, ms }] of answers.entries()) {
        const call = `${calls[at].method} ${calls[at].path} ${when}`
        assert.deepEqual(
          { call, status, code, retryAfter },
          {
            ...{ call, status: 503, code: calls[at].code, retryAfter: '1' },
          }
        )
        assert.isBelow(ms, PATIENCE, call)
      }
    }
    proxy.resume()
    await until('everything to work', isServed)
  }).timeout(60_000)

  test('a statement that Postgres works on for seconds is answered', async ({ assert }) => {
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    const locked = Promise.withResolvers<void>()
    const holding = transaction(async (trx) => {
      await rows(trx, 'select 1 from licenses where id = ? for update', [license.id])
      locked.resolve()
      // Longer than it takes to give up a silent Postgres, and shorter than a request waits for a lock.
      await delay(2300)
    })
    await locked.promise
    const { status, ms } = await ask(server.base, {
      ...{ method: 'PATCH', path: `/v1/dashboard/licenses/${license.id}`, body: { maxHwidResets: 7 } },
      ...{ headers: { authorization: `Bearer ${vendor.token}` }, code: '' },
    })
    await holding
    assert.equal(status, 200)
    assert.isAbove(ms, 1000, 'it waited for the lock')
  })
})
