import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { freePort } from '#kernel/net/free_port'
import Queues from '#kernel/queues/queues'
import { createMerchant, PASSWORD } from '#tests/testkit/merchant'
import { startProgram } from '#tests/testkit/processes'
import { until } from '#tests/testkit/wait'

/** Calls the routes that send and receive secrets; resolves with every secret that was transferred. */
async function useSecrets(base: string): Promise<string[]> {
  const { email, productId } = await createMerchant()
  const call = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return ((await response.json()) as { data: Record<string, never> }).data
  }
  const { tokens } = (await call('/v1/auth/login', { email, password: PASSWORD })) as never as {
    tokens: { accessToken: string; refreshToken: string }
  }
  const bearer = { authorization: `Bearer ${tokens.accessToken}` }
  const { apiKey } = (await call(
    `/v1/dashboard/products/${productId}/api-keys`,
    { name: 'Logged?', permissions: ['license:authorize'] },
    { ...bearer, 'idempotency-key': `logs-${productId}` }
  )) as never as { apiKey: { key: string; signingSecret: string } }
  const { endpoint } = (await call(
    `/v1/dashboard/webhooks/products/${productId}`,
    { url: 'http://127.0.0.1:9/', events: ['*'], enabled: true },
    bearer
  )) as never as { endpoint: { secret: string } }
  const { secret } = (await call('/v1/dashboard/me/totp/setup', {}, bearer)) as never as { secret: string }
  // Only failing calls are logged.
  await call('/v1/auth/login', { email, password: 'a wrong password of somebody' })
  await call('/v1/licenses/authorize', { licenseKey: 1 }, { 'x-api-key': apiKey.key })
  await call(
    '/v1/products',
    { name: 'No' },
    { 'x-admin-token': 'guessed-bootstrap-token', 'x-api-key': apiKey.key }
  )
  await call('/v1/auth/refresh', { refreshToken: tokens.refreshToken })
  const wrong = ['a wrong password of somebody', 'guessed-bootstrap-token']
  const given = [apiKey.key, apiKey.signingSecret, endpoint.secret, secret, tokens.refreshToken]
  return [PASSWORD, tokens.accessToken, ...given, ...wrong]
}

test.group('secrets', () => {
  test('none is in the log at its most talkative, nor in the data of a job', async ({ assert }) => {
    const port = await freePort()
    const server = startProgram('bin/server', [], {
      PORT: String(port),
      LOG_LEVEL: 'trace',
      NODE_ENV: 'development',
    })
    try {
      await until('the server', () => server.output().includes('started HTTP server'), 30_000)
      const secrets = await useSecrets(`http://127.0.0.1:${port}`)
      assert.isTrue(secrets.every((secret) => typeof secret === 'string' && secret.length >= 10))
      server.child.kill('SIGTERM')
      await server.ended
      const queues = await app.container.make(Queues)
      const jobs = await Promise.all(queues.all().map((queue) => queue.getJobs()))
      const data = JSON.stringify(jobs.flat().map((job) => [job.name, job.data, job.opts]))
      for (const secret of secrets) {
        assert.notInclude(server.output(), secret)
        assert.notInclude(data, secret)
      }
    } finally {
      server.child.kill('SIGKILL')
    }
  }).timeout(60_000)
})
