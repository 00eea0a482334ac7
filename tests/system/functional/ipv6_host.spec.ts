import { test } from '@japa/runner'
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
