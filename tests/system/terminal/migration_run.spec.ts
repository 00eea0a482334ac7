import { randomBytes } from 'node:crypto'
import { test } from '@japa/runner'
import pg from 'pg'
import { databaseUrl } from '#kernel/database/datastores'
import { LOCK } from '#kernel/database/schema'
import { freePort } from '#kernel/net/free_port'
import { openPooler } from '#tests/testkit/pooler'
import { startProgram } from '#tests/testkit/processes'
import { openTestDatabases } from '#tests/testkit/test_databases'
import { until } from '#tests/testkit/wait'

test.group('migration:run', (group) => {
  // Nothing here depends on where the queues are.
  group.tap((one) => one.tags(['@once']).timeout(120_000))

  test('brings an empty database up to date in production without a question, and again; nothing wipes it there', async ({
    assert,
    cleanup,
  }) => {
    const databases = await openTestDatabases()
    cleanup(() => databases.close())
    const env = {
      NODE_ENV: 'production',
      DATABASE_URL: await databases.create(),
      REDIS_URL: undefined,
      APP_KEY: randomBytes(32).toString('base64url'),
    }
    const run = (...words: string[]) => startProgram('bin/console', ['migration:run', ...words], env)
    const first = run()
    assert.equal(await first.ended, 0, first.output())
    assert.match(first.output(), /The schema is up to date: \d+, up to \d+_\w+/)
    const [second, third] = [run('--json'), run('--json')]
    for (const { ended, output } of [second, third]) {
      assert.equal(await ended, 0, output())
      assert.match(JSON.parse(output()).migrations, /^\d+, up to /)
    }
    const wipe = startProgram('bin/console', ['db:wipe', '--force'], env)
    assert.equal(await wipe.ended, 1)
    assert.include(wipe.output(), 'db:wipe deletes what the database holds')
  })

  test('a server or worker with another APP_KEY migrates nothing', async ({ assert, cleanup }) => {
    const databases = await openTestDatabases()
    cleanup(() => databases.close())
    const url = await databases.create()
    const env = () => ({
      DATABASE_URL: url,
      REDIS_URL: undefined,
      APP_KEY: randomBytes(32).toString('base64url'),
    })
    const first = startProgram('bin/console', ['migration:run'], env())
    assert.equal(await first.ended, 0, first.output())
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    cleanup(() => client.end())
    const spelled = `name like '%988_spell_domains_of_addresses'`
    await client.query(`delete from adonis_schema where ${spelled}`)
    const other = env()
    for (const [program, ...words] of [['bin/server'], ['bin/console', 'queue:work']]) {
      const run = startProgram(program, words, other)
      assert.equal(await run.ended, 1, run.output())
      assert.match(run.output(), /APP_KEY does not open what this database holds/)
      const { rowCount } = await client.query(`select from adonis_schema where ${spelled}`)
      assert.equal(rowCount, 0, program)
    }
  })

  test('is refused where a newer version has been, which the start and the doctor say too', async ({
    assert,
    cleanup,
  }) => {
    const databases = await openTestDatabases()
    cleanup(() => databases.close())
    const url = await databases.create()
    const env = { DATABASE_URL: url, REDIS_URL: undefined }
    const later = new pg.Client({ connectionString: url })
    await later.connect()
    const name = 'database/migrations/9000000000001_something_later'
    await later.query(`insert into adonis_schema (name, batch, migration_time) values ($1, 99, now())`, [
      name,
    ])
    await later.end()
    const said = 'a newer version has migrated the database, up to 9000000000001_something_later'
    const run = startProgram('bin/console', ['migration:run', '--json'], env)
    assert.equal(await run.ended, 1)
    assert.include(JSON.parse(run.output()).error.message, said)
    const doctor = startProgram('bin/console', ['doctor'], env)
    assert.equal(await doctor.ended, 1)
    assert.match(doctor.output(), new RegExp(`problem +database +${said}`))
    const server = startProgram('bin/server', [], {
      ...env,
      LOG_LEVEL: 'warn',
      PORT: String(await freePort()),
    })
    cleanup(() => void server.child.kill('SIGKILL'))
    await until('the warning', () => server.output().includes(said))
  })

  test('says which database it cannot reach', async ({ assert }) => {
    const run = startProgram('bin/console', ['migration:run', '--json'], {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      REDIS_URL: undefined,
    })
    assert.equal(await run.ended, 1)
    assert.include(run.output(), '"code":"DATABASE_ERROR"')
  })
})

test.group('a pooler in front of Postgres', (group) => {
  group.tap((one) => one.tags(['@once']).timeout(120_000))

  test(
    'is refused by {program} if it {takes} what a connection sets at its start, before it waits for its turn'
  )
    .with([
      { program: 'bin/server', words: [], takes: 'refuses' },
      { program: 'bin/server', words: [], takes: 'drops' },
      { program: 'bin/console', words: ['migration:run'], takes: 'refuses' },
      { program: 'bin/console', words: ['migration:run'], takes: 'drops' },
    ] as { program: string; words: string[]; takes: 'refuses' | 'drops' }[])
    .run(async ({ assert, cleanup }, { program, words, takes }) => {
      const pooler = await openPooler(databaseUrl(), takes)
      cleanup(() => pooler.close())
      // Every process that requests the lock waits for this one.
      const other = new pg.Client({ connectionString: databaseUrl() })
      await other.connect()
      cleanup(() => other.end())
      await other.query('select pg_advisory_lock($1)', [LOCK])
      const run = startProgram(program, words, {
        DATABASE_URL: pooler.url,
        REDIS_URL: undefined,
        PORT: String(await freePort()),
      })
      cleanup(() => void run.child.kill('SIGKILL'))
      assert.equal(await until('the end', () => run.child.exitCode, 60_000), 1)
      await run.ended
      assert.include(run.output(), 'DATABASE_URL leads to a pooler such as PgBouncer')
    })
})
