import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from '@japa/runner'
import { readdir } from 'node:fs/promises'
import { freePort } from '#services/free_port'
import { startProgram } from '#tests/support/processes'

/** The name under which each file of `commands/` is called. */
async function commandNames(): Promise<string[]> {
  const files = (await readdir(new URL('../../commands/', import.meta.url))).filter((file) =>
    /\.[jt]s$/.test(file)
  )
  const commands = await Promise.all(
    files.map((file) => import(`../../commands/${file.replace('.ts', '.js')}`))
  )
  return commands.map((command) => command.default.commandName)
}

test.group('commands and settings', (group) => {
  // Nothing in here depends on where the queues live.
  group.tap((test) => test.tags(['@once']))

  test('each command has --help with an example and ends well', async ({ assert }) => {
    const names = await commandNames()
    assert.includeMembers(names, ['bootstrap', 'queue:work', 'licenses:import', 'webhooks:replay'])
    const runs = names.map((name) => ({ name, run: startProgram('bin/console', [name, '--help']) }))
    for (const { name, run } of runs) {
      assert.equal(await run.ended, 0, `${name}: ${run.output()}`)
      assert.match(run.output(), /Help:\s+\S/, `${name} has no example`)
      if (name !== 'quickstart') assert.include(run.output(), '--json', `${name} has no --json`)
    }
  }).timeout(120_000)

  test('a wrong setting stops the start with a line that names it', async ({ assert }) => {
    const wrong: Record<string, string> = {
      PORT: '99999',
      TRUST_PROXY: 'nobody',
      DATABASE_URL: 'localhost',
      APP_KEY: 'fifteen letters',
      REDIS_URL: 'localhost',
      GEOIP_DATABASE: '/nowhere.mmdb',
      API_KEY_IP_LIMIT_PER_MIN: 'many',
      WEBHOOK_RETRY_DELAYS: 'soon',
      SMTP_PORT: 'smtp',
      OAUTH_GITHUB_TOKEN_URL: 'ftp://github.example',
      DRIVE_DISK: 'floppy',
      S3_ENDPOINT: 'localhost:9000',
    }
    for (const [name, value] of Object.entries(wrong)) {
      const run = startProgram('bin/server', [], {
        OAUTH_PROVIDERS: 'github',
        [name]: value,
      })
      assert.equal(await run.ended, 1, name)
      assert.include(run.output(), `"${name}"`)
    }
  }).timeout(60_000)

  test('a server whose port is taken ends', async ({ assert }) => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const run = startProgram('bin/server', [], { HOST: '127.0.0.1', PORT: String(port) })
    assert.equal(await run.ended, 1)
    assert.include(run.output(), 'EADDRINUSE')
    taken.close()
  }).timeout(60_000)

  test('a server that is told to stop while it starts ends', async ({ assert }) => {
    const runs = [300, 700, 1100, 1500, 1900].map(async (ms) => {
      const run = startProgram('bin/server', [], { PORT: String(await freePort()) })
      await pause(ms)
      run.child.kill('SIGTERM')
      return run.ended
    })
    for (const code of await Promise.all(runs)) assert.oneOf(code, [0, null])
  }).timeout(90_000)

  test('files in S3 need a bucket and a region', async ({ assert }) => {
    for (const [missing, given] of [
      ['S3_BUCKET', 'S3_REGION'],
      ['S3_REGION', 'S3_BUCKET'],
    ]) {
      const run = startProgram('bin/server', [], { DRIVE_DISK: 's3', [given]: 'x' })
      assert.equal(await run.ended, 1)
      assert.include(run.output(), `environment variable "${missing}"`)
    }
  })

  test('production without APP_KEY does not start', async ({ assert }) => {
    const run = startProgram('bin/server', [], {
      NODE_ENV: 'production',
      APP_KEY: undefined,
    })
    assert.equal(await run.ended, 1)
    assert.include(run.output(), 'APP_KEY')
  })

  test('a store that cannot be reached ends the workers with a line that names it', async ({ assert }) => {
    const redis = startProgram('bin/console', ['queue:work'], { REDIS_URL: 'redis://127.0.0.1:1' })
    assert.equal(await redis.ended, 1)
    assert.include(redis.output(), 'REDIS_URL')
    const postgres = startProgram('bin/console', ['queue:work'], {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    })
    assert.equal(await postgres.ended, 1)
    assert.include(postgres.output(), 'DATABASE_URL')
  }).timeout(60_000)
})
