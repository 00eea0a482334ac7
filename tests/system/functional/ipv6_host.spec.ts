import { test } from '@japa/runner'
import { Redis } from 'ioredis'
import { call } from '#tests/testkit/api'
import OwnRedis from '#tests/testkit/own_redis'
import { startServer } from '#tests/testkit/servers'

/** contract#settings */
test.group('a server on an IPv6 address', (group) => {
  group.tap((one) => one.tags(['@once']))

  test('says its own address as a URL that leads there', async ({ assert, cleanup }) => {
    const settings = { HOST: '::', APP_URL: undefined, SECURITY_CONTACT: 'mailto:security@example.com' }
    const { base, kill } = await startServer(settings)
    cleanup(() => kill('SIGTERM'))
    const answer = await fetch(`${base}/.well-known/security.txt`)
    assert.equal(answer.status, 200)
    const [, canonical] = /^Canonical: (\S+)$/m.exec(await answer.text())!
    assert.equal(canonical, `http://[::]:${new URL(base).port}/.well-known/security.txt`)
    assert.equal((await fetch(canonical)).status, 200)
  }).timeout(60_000)
})

/** contract#settings */
test.group('a server whose Redis has an IPv6 address', (group) => {
  group.tap((one) => one.tags(['@once']).skip(() => !OwnRedis.isThere(), 'no redis-server'))

  test('counts attempts there, in the database that REDIS_URL names', async ({ assert, cleanup }) => {
    const own = (await OwnRedis.open())!
    cleanup(() => own.kill())
    const REDIS_URL = `redis://[::1]:${own.port}/3?family=6`
    const { base, kill } = await startServer({ REDIS_URL, REDIS_PREFIX: 'six' })
    cleanup(() => kill('SIGTERM'))
    const redis = new Redis(REDIS_URL)
    cleanup(() => redis.disconnect())
    const body = { email: 'nobody@example.com', password: 'not the password' }
    assert.equal((await call('POST', '/v1/auth/login', { base, body })).status, 401)
    const clients = String(await redis.client('LIST'))
    assert.match(clients, /addr=\[::1\]:.* name=latchkey-attempts .* db=3 /)
  }).timeout(60_000)
})
