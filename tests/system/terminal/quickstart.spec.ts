import { test } from '@japa/runner'
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { call } from '#tests/testkit/api'
import { freePort } from '#kernel/net/free_port'
import type { Handover } from '#terminal/quickstart/handover'
import { signedCall, type Vendor } from '#tests/testkit/runtime'
import { startProgram, type Running } from '#tests/testkit/processes'
import { until } from '#tests/testkit/wait'

/** Runs the quickstart as on a machine without Postgres: it starts its own in `folder`. */
const quickstart = (folder: string, port: number | undefined, ...flags: string[]): Running =>
  launch('bin/quickstart', flags, folder, port)

function launch(program: 'bin/quickstart' | 'bin/console', words: string[], folder: string, port?: number) {
  return startProgram(program, words, {
    NODE_ENV: 'development',
    LOG_LEVEL: 'warn',
    DATA_DIR: folder,
    DATABASE_URL: undefined,
    APP_KEY: undefined,
    PORT: port === undefined ? undefined : String(port),
    APP_URL: undefined,
    REDIS_PREFIX: `latchkey-quickstart-${process.pid}`,
  })
}

const handover = async (folder: string) =>
  JSON.parse(await readFile(join(folder, 'quickstart.json'), 'utf8')) as Handover

/** Creates a license bound to a region, which needs the address database; resolves with the answer of authorize. */
async function authorizeByAddress({ baseUrl, productId, apiKey, runtimeKey }: Handover) {
  const headers = { 'x-api-key': apiKey.key, 'content-type': 'application/json' }
  const post = (path: string, body: object) =>
    fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const policyOverride = { ipMode: 'sticky_region' }
  const made = await post(`/v1/products/${productId}/licenses`, { policyOverride })
  const { data } = (await made.json()) as { data: { licenses: { key: string }[] } }
  const licenseKey = data.licenses[0].key
  const body = { productId, licenseKey, ip: '8.8.8.8' }
  const call = signedCall(runtimeKey as unknown as Vendor, body)
  const unsigned = await post(call.path, body)
  if (unsigned.status !== 401) throw new Error('The quickstart takes unsigned calls')
  // On a busy machine a call may get 503; it is then retried with a fresh nonce.
  return until('a verdict', async () => {
    const again = signedCall(runtimeKey as unknown as Vendor, body)
    const answer = await fetch(baseUrl + again.path, { method: 'POST', ...again })
    return answer.status === 503 ? null : [answer.status, await answer.text()]
  })
}

/** Makes a server listen on a port, so that nobody else can; resolves when the port is in use. */
const occupy = (port: number) => {
  const server = createServer().listen(port, '127.0.0.1')
  return new Promise<typeof server>((resolve) => {
    server.once('listening', () => resolve(server))
    // Another program has it already.
    server.once('error', () => resolve(server))
  })
}

/** The number of licenses that the demo has left frozen. */
async function frozenLicenses({ baseUrl, productId, apiKey }: Handover): Promise<number> {
  const path = `${baseUrl}/v1/products/${productId}/licenses?frozen=true&pageSize=1`
  const answer = await fetch(path, { headers: { 'x-api-key': apiKey.key } })
  return ((await answer.json()) as { data: { pagination: { total: number } } }).data.pagination.total
}

test.group('quickstart', (group) => {
  let folder: string
  const running: Running[] = []

  group.setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-quickstart-'))
    await chmod(folder, 0o755)
    return async () => {
      for (const { child, ended } of running) {
        child.kill('SIGKILL')
        await ended
      }
      await rm(folder, { recursive: true, force: true })
    }
  })

  test('imports, freezes, extends, unfreezes and exports 10,000 licenses, then ends', async ({ assert }) => {
    const run = quickstart(folder, await freePort(), '--exit')
    running.push(run)
    assert.equal(await run.ended, 0, run.output())
    for (const step of ['import', 'freeze', 'extend', 'unfreeze', 'export']) {
      assert.match(run.output(), new RegExp(`${step} *: 10,000 rows in [\\d.]+ s, [\\d,]+ rows per second`))
    }
    assert.match(run.output(), /ACTIVE[^\n]* 0 [^\n]* 10,000 /)
    assert.match(run.output(), /"npm run quickstart" serves all of this again\n$/)
    // Standard output is a pipe here, so the output has no colours.
    assert.notInclude(run.output(), '\u001b')
    assert.notInclude(run.output(), '0 of 0')
    assert.equal((await stat(join(folder, 'quickstart.json'))).mode & 0o777, 0o600)
    const files = await readdir(join(folder, 'files'), { recursive: true })
    assert.isTrue(files.some((path) => /^exports.*csv$/.test(path)))
    for (const path of files) {
      assert.equal(
        (await stat(join(folder, 'files', path))).mode & 0o077,
        0,
        `${path} is for the service alone`
      )
    }
    assert.equal((await stat(folder)).mode & 0o777, 0o700)
  }).timeout(120_000)

  test('starts again on the same folder with the same merchant, and serves', async ({ assert }) => {
    const earlier = await handover(folder)
    const port = await freePort()
    const run = quickstart(folder, port, '--no-demo-run')
    running.push(run)
    await until('the service', () => run.output().includes('Serving until Ctrl-C'), 60_000)

    const now = await handover(folder)
    assert.equal(now.baseUrl, `http://127.0.0.1:${port}`)
    assert.equal(now.email, earlier.email)
    assert.equal((await fetch(`${now.baseUrl}/health`)).status, 200)
    assert.equal(now.endUser.email, earlier.endUser.email)
    const mine = await fetch(`${now.baseUrl}/v1/enduser/licenses`, {
      headers: { authorization: `Bearer ${now.endUser.accessToken}` },
    })
    assert.lengthOf(((await mine.json()) as { data: { licenses: unknown[] } }).data.licenses, 2)
    const renewed = await fetch(`${now.baseUrl}/v1/enduser/auth/refresh`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken: now.endUser.refreshToken }),
    })
    assert.equal(renewed.status, 200)
    const whoami = await fetch(`${now.baseUrl}/v1/whoami`, { headers: { 'x-api-key': now.apiKey.key } })
    assert.containSubset(await whoami.json(), { data: { productId: now.productId } })

    const keys = await fetch(`${now.baseUrl}/.well-known/service-keys.json`)
    assert.lengthOf(((await keys.json()) as { keys: unknown[] }).keys, 1)
    const signed = await fetch(`${now.baseUrl}/v1/whoami`, {
      headers: { 'x-api-key': now.apiKey.key, 'x-svc-response-nonce': '0123456789abcdef' },
    })
    assert.equal(signed.headers.get('x-svc-signature-version'), '2')
    const [status, verdict] = await authorizeByAddress(now)
    assert.equal(status, 200, `${verdict} ${run.output()}`)

    assert.equal(await frozenLicenses(now), 0)

    const second = quickstart(folder, await freePort(), '--no-demo-run', '--exit')
    running.push(second)
    assert.equal(await second.ended, 0, second.output())
    assert.include(second.output(), `stays as it is: another quickstart serves this folder on ${now.baseUrl}`)
    assert.deepEqual(await handover(folder), now)

    run.child.kill('SIGINT')
    assert.equal(await run.ended, 0)
    assert.match(run.output(), /Stopped\n$/)
  }).timeout(120_000)

  test('stops at Ctrl-C while a page of the console watches the operations', async ({ assert }) => {
    const run = quickstart(folder, await freePort(), '--no-demo-run')
    running.push(run)
    await until('the service', () => run.output().includes('Serving until Ctrl-C'), 60_000)
    const { baseUrl, orgId, email, password } = await handover(folder)
    const login = await call('POST', '/v1/auth/login', { base: baseUrl, body: { email, password } })
    const watched = await fetch(`${baseUrl}/v1/dashboard/orgs/${orgId}/operations/stream`, {
      headers: { authorization: `Bearer ${login.body.data.tokens.accessToken}` },
    })
    assert.equal(watched.status, 200)

    run.child.kill('SIGINT')
    assert.include(await watched.text(), 'retry:')
    assert.equal(await run.ended, 0)
    assert.match(run.output(), /Stopped\n$/)
  })
    .tags(['@once'])
    .timeout(90_000)

  test('takes a free port where the default one is in use, and its links lead there', async ({
    assert,
    cleanup,
  }) => {
    const other = await occupy(3333)
    cleanup(() => void other.close())
    const run = quickstart(folder, undefined, '--no-demo-run')
    running.push(run)
    await until('the service', () => run.output().includes('Serving until Ctrl-C'), 60_000)
    const { baseUrl, productId, apiKey, email, password } = await handover(folder)
    assert.notEqual(new URL(baseUrl).port, '3333')
    const exported = await call('GET', `/v1/products/${productId}/licenses/export`, {
      base: baseUrl,
      apiKey: apiKey.key,
      headers: { prefer: 'wait=30' },
    })
    assert.equal(exported.status, 303)
    assert.equal(new URL(exported.body.data.operation.result.downloadUrl).origin, baseUrl)

    // For the next test.
    const credentials = { email, password }
    const login = await call('POST', '/v1/auth/login', { base: baseUrl, body: credentials })
    const { accessToken: token } = login.body.data.tokens
    const body = { currentPassword: password, newPassword: 'another battery staple' }
    const changed = await call('POST', '/v1/dashboard/me/password', { base: baseUrl, token, body })
    assert.equal(changed.status, 200)
    run.child.kill('SIGINT')
    assert.equal(await run.ended, 0)
  })
    .tags(['@once'])
    .timeout(120_000)

  test('makes a new merchant where the password of the earlier one was changed', async ({ assert }) => {
    const earlier = await handover(folder)
    const run = quickstart(folder, await freePort(), '--exit')
    running.push(run)
    assert.equal(await run.ended, 0, run.output())
    assert.match(run.output(), /^The earlier merchant can no longer sign in .* making a new one$/m)
    const now = await handover(folder)
    assert.notEqual(now.email, earlier.email)
    assert.notEqual(now.endUser.email, earlier.endUser.email)
  })
    .tags(['@once'])
    .timeout(120_000)

  test('has the same settings as an Ace command', async ({ assert }) => {
    const started = launch('bin/console', ['quickstart', '--no-demo-run', '--exit'], folder, await freePort())
    running.push(started)
    assert.equal(await started.ended, 0, started.output())
    assert.match((await handover(folder)).bootstrapToken, /^[\w-]{32}$/)
  })
    .tags(['@once'])
    .timeout(120_000)

  test('says which port is taken when somebody chose it', async ({ assert }) => {
    const port = Number(process.env.PORT)
    const run = quickstart(folder, port, '--exit')
    running.push(run)
    assert.equal(await run.ended, 1)
    assert.include(run.output(), `PORT ${port} is in use`)
  })
    .tags(['@once'])
    .timeout(60_000)
})
