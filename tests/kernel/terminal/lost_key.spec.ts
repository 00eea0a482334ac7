import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import pg from 'pg'
import { call } from '#tests/testkit/api'
import { startLyingProvider } from '#tests/testkit/lying_provider'
import { insist } from '#tests/testkit/insist'
import { startProgram } from '#tests/testkit/processes'
import { SECRET, signedBy } from '#tests/testkit/processors'
import { openReceiver } from '#tests/testkit/receiver'
import { signedCall, type Vendor } from '#tests/testkit/runtime'
import { startServer } from '#tests/testkit/servers'
import { newVerifier } from '#tests/testkit/sso'
import { openTestDatabases } from '#tests/testkit/test_databases'

const PASSWORD = 'a quiet green sofa'
const EMAIL = 'ada@example.com'

/** The statements of the guide for a lost key. */
async function statements(): Promise<string> {
  const guide = await readFile('docs/operating/keys.md', 'utf8')
  return /```sql\n([\s\S]*?)```/.exec(guide)![1]
}

type Settings = Record<string, string | undefined>

/** The JSON that a command prints with `--json`. */
async function command(env: Settings, ...words: string[]) {
  const run = startProgram('bin/console', [...words, '--json'], env)
  if ((await run.ended) !== 0) throw new Error(run.output())
  return JSON.parse(run.output().slice(run.output().indexOf('{')))
}

test.group('docs/operating/keys.md', (group) => {
  // Nothing here depends on where the queues are.
  group.tap((one) => one.tags(['@once']).timeout(120_000))

  test('after the statements for a lost APP_KEY everything works again with a new one', async ({
    assert,
    cleanup,
  }) => {
    const databases = await openTestDatabases()
    cleanup(() => databases.close())
    const DATABASE_URL = await databases.create()
    const env = (): Settings => ({
      DATABASE_URL,
      REDIS_URL: undefined,
      SDK_SIGNING_REQUIRED: 'true',
      APP_KEY: randomBytes(32).toString('base64url'),
    })
    const [lost, fresh] = [env(), env()]
    await using receiver = await openReceiver()
    const provider = await startLyingProvider()
    cleanup(() => provider.close())

    const starting = startServer(lost)
    cleanup(async () => (await starting).kill('SIGKILL'))
    const [first, { orgId, productId, runtimeKey }] = await Promise.all([
      starting,
      command(lost, 'bootstrap', `--email=${EMAIL}`, `--password=${PASSWORD}`),
    ])
    const signIn = async (base: string): Promise<string> => {
      const body = { email: EMAIL, password: PASSWORD }
      return (await call('POST', '/v1/auth/login', { base, body })).body.data.tokens.accessToken
    }
    const hooks = `/v1/dashboard/webhooks/products/${productId}`
    const token = await signIn(first.base)
    const made = await call('POST', hooks, {
      base: first.base,
      token,
      body: { url: receiver.url, events: ['license.created'] },
    })
    const endpoint = `${hooks}/${made.body.data.endpoint.id}`
    await call('POST', `${endpoint}/rotate-secret`, { base: first.base, token })
    const { issuer, clientId, clientSecret } = provider.oidc
    const sso = `/v1/dashboard/orgs/${orgId}/sso`
    const connect = (base: string, by: string, oidc: object) =>
      call('PUT', sso, { base, token: by, body: { type: 'oidc', oidc } })
    const { codeChallenge } = newVerifier()
    const startSso = async (base: string) => {
      const body = { orgId, redirectUri: `${base}/console`, codeChallenge }
      const { status, body: answer } = await call('POST', '/v1/auth/sso/start', { base, body })
      return [status, answer.error?.code]
    }
    await connect(first.base, token, { issuer, clientId, clientSecret })
    assert.deepEqual(await startSso(first.base), [200, undefined])
    const connected = await call('POST', `/v1/dashboard/orgs/${orgId}/storefront/processors`, {
      base: first.base,
      token,
      body: { provider: 'stripe', name: 'Stripe', secret: SECRET },
    })
    const processorId: string = connected.body.data.processor.id
    const tell = async (base: string) => {
      const body = JSON.stringify({ id: 'evt_1', type: 'ping', data: { object: {} } })
      const headers = { 'content-type': 'application/json', ...signedBy('stripe', body) }
      const told = await fetch(`${base}/v1/processors/${processorId}/events`, {
        method: 'POST',
        headers,
        body,
      })
      return told.status
    }
    assert.equal(await tell(first.base), 200)
    const rotated = await command(lost, 'api-key:rotate', runtimeKey.id, '--grace=3600')
    await first.kill('SIGKILL')

    const client = new pg.Client({ connectionString: DATABASE_URL })
    await client.connect()
    await client.query(await statements())
    await client.end()

    const second = await startServer(fresh)
    cleanup(() => second.kill('SIGKILL'))
    const { base } = second
    const authorize = async ({ key, signingSecret }: { key: string; signingSecret: string }) => {
      const answer = await insist(() => {
        const body = { productId, licenseKey: 'NONE' }
        const { path, ...signed } = signedCall({ key, signingSecret } as Vendor, body)
        return fetch(base + path, { method: 'POST', ...signed })
      })
      const { reasonCode, error } = (await answer.json()) as {
        reasonCode?: string
        error?: { code: string }
      }
      return reasonCode ?? error?.code
    }
    assert.equal(await authorize(runtimeKey), 'UNAUTHORIZED')
    assert.equal(await authorize(rotated), 'SIGNING_NOT_CONFIGURED')
    assert.equal(await authorize(await command(fresh, 'api-key:rotate', runtimeKey.id)), 'LICENSE_NOT_FOUND')

    const again = await signIn(base)
    await call('POST', `${endpoint}/rotate-secret`, { base, token: again })
    const tested = await call('POST', `${endpoint}/test`, { base, token: again })
    assert.containSubset(tested.body.data.delivery, { success: true, responseStatus: 204 })

    assert.deepEqual(await startSso(base), [409, 'CONFLICT'])
    const shown = await call('GET', sso, { base, token: again })
    assert.match(shown.body.data.connection.warnings[0], /client secret is missing/)
    const without = await connect(base, again, { issuer, clientId })
    assert.equal(without.body.error.details![0].field, 'oidc.clientSecret')
    assert.equal((await connect(base, again, { issuer, clientId, clientSecret })).status, 200)
    assert.deepEqual(await startSso(base), [200, undefined])
    assert.equal(await tell(base), 401)
    const processor = `/v1/dashboard/orgs/${orgId}/storefront/processors/${processorId}`
    await call('PATCH', processor, { base, token: again, body: { secret: SECRET } })
    assert.equal(await tell(base), 200)
    const rotation = await command(fresh, 'app-key:rotate')
    assert.isEmpty(Object.values(rotation.unreadable).flat())
  })
})
