import { test } from '@japa/runner'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, glob, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import EmbeddedPostgres from '#kernel/database/embedded_postgres'
import { embeddedWatch } from '#kernel/database/embedded_watch'
import { processesIn } from '#kernel/database/process_ledger'
import { programArgs, startProgram } from '#tests/testkit/processes'
import { until } from '#tests/testkit/wait'

const children: ChildProcess[] = []

/** Starts another process that uses the embedded Postgres of `folder`; resolves with its connection URL. */
async function hold(folder: string) {
  const child = spawn(process.execPath, [...programArgs('tests/testkit/embedded_holder'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [line] = await once(child.stdout, 'data')
  return { child, url: String(line).trim() }
}

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  child.kill(signal)
  await once(child, 'exit')
}

async function serverPid(folder: string) {
  return Number((await readFile(join(folder, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0])
}

/** True if the server of the folder has the service's database. */
async function databaseIn(folder: string) {
  const text = await readFile(join(folder, 'postgres/data/postmaster.pid'), 'utf8').catch(() => '')
  const password = await readFile(join(folder, 'postgres/password'), 'utf8').catch(() => '')
  const server = `postgres://latchkey:${encodeURIComponent(password.trim())}@127.0.0.1:${text.split('\n')[3]}`
  const found = await query(`${server}/postgres`, "select 1 from pg_database where datname = 'latchkey'")
  return found.length > 0
}

/** True if initdb has begun, in any folder. */
async function initialising(folder: string) {
  for await (const _ of glob(join(folder, 'postgres/*/PG_VERSION'))) return true
  return false
}

test.group('embedded Postgres', (group) => {
  // Nothing here depends on where the queues are.
  group.tap((test) => test.tags(['@once']))

  let folder: string
  group.each.setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-embedded-'))
    await chmod(folder, 0o755)
    return async () => {
      for (const child of children.splice(0)) child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    }
  })

  test('outlives a parent killed with SIGKILL, and the next start adopts it with its data', async ({
    assert,
  }) => {
    const first = await hold(folder)
    await query(first.url, 'create table kept (n int); insert into kept values (7)')
    const pid = await serverPid(folder)
    await end(first.child, 'SIGKILL')

    const second = await hold(folder)
    assert.equal(second.url, first.url)
    assert.equal(await serverPid(folder), pid)
    assert.deepEqual(await query(second.url, 'select n from kept'), [{ n: 7 }])
    await end(second.child, 'SIGTERM')
    await assert.rejects(() => query(second.url, 'select 1'))
  }).timeout(60_000)

  test('two processes share one server, and the last to leave stops it', async ({ assert }) => {
    const [first, second] = await Promise.all([hold(folder), hold(folder)])
    assert.equal(first.url, second.url)
    await end(first.child, 'SIGTERM')
    assert.lengthOf(await query(second.url, 'select 1'), 1)
    await end(second.child, 'SIGTERM')
    await assert.rejects(() => query(second.url, 'select 1'))
  }).timeout(60_000)

  test('knows the case of letters beyond ASCII, and sorts by code point', async ({ assert }) => {
    const { child, url } = await hold(folder)
    const [row] = await query(url, `select lower('Änne Çelik') as name, 'Z' < 'a' as "byCode"`)
    assert.deepEqual(row, { name: 'änne çelik', byCode: true })
    await end(child, 'SIGTERM')
  }).timeout(60_000)

  test('starts again after the server itself was killed', async ({ assert }) => {
    const first = await hold(folder)
    await query(first.url, 'create table kept (n int); insert into kept values (1)')
    process.kill(await serverPid(folder), 'SIGKILL')
    await end(first.child, 'SIGKILL')
    const second = await hold(folder)
    assert.deepEqual(await query(second.url, 'select n from kept'), [{ n: 1 }])
    await end(second.child, 'SIGTERM')
  }).timeout(60_000)

  test('is started again at the same address while processes use it', async ({ assert, cleanup }) => {
    const first = await hold(folder)
    await query(first.url, 'create table kept (n int); insert into kept values (1)')
    process.kill(await serverPid(folder), 'SIGKILL')
    const second = await hold(folder)
    assert.equal(second.url, first.url)

    const server = new EmbeddedPostgres(folder)
    await server.acquire()
    const watch = embeddedWatch(server)
    watch.start()
    cleanup(() => watch.stop())
    process.kill(await serverPid(folder), 'SIGKILL')
    const kept = () => query(first.url, 'select n from kept').catch(() => null)
    assert.deepEqual(await until('the server', kept, 30_000), [{ n: 1 }])
    await watch.stop()
    await server.release()
    for (const { child } of [first, second]) await end(child, 'SIGTERM')
    await assert.rejects(() => query(first.url, 'select 1'))
  }).timeout(60_000)

  test('starts where the first start was killed while it made the cluster', async ({ assert }) => {
    const args = [...programArgs('tests/testkit/embedded_holder'), folder]
    // A group of its own, so that initdb is killed too, as supervisors do it.
    const first = spawn(process.execPath, args, { detached: true, stdio: 'ignore' })
    children.push(first)
    await until('initdb', () => initialising(folder))
    process.kill(-first.pid!, 'SIGKILL')
    await once(first, 'exit')
    const second = await hold(folder)
    assert.lengthOf(await query(second.url, 'select 1'), 1)
    await end(second.child, 'SIGTERM')
  }).timeout(60_000)

  test('starts where an earlier version left part of a cluster, and keeps nothing else', async ({
    assert,
  }) => {
    const data = join(folder, 'postgres/data')
    await mkdir(join(data, 'base/1'), { recursive: true })
    await writeFile(join(data, 'PG_VERSION'), '17\n')
    await writeFile(join(data, 'base/1/PG_VERSION'), '17\n')
    await mkdir(join(folder, 'postgres/data.new-killed'))
    const { child, url } = await hold(folder)
    assert.lengthOf(await query(url, 'select 1'), 1)
    await end(child, 'SIGTERM')
    assert.sameMembers(await readdir(join(folder, 'postgres')), ['data', 'password', 'postgres.log', 'users'])
  }).timeout(60_000)

  test('keeps a cluster that was copied without the file of its last start', async ({ assert }) => {
    const first = await hold(folder)
    await query(first.url, 'create table kept (n int); insert into kept values (3)')
    await end(first.child, 'SIGTERM')
    await rm(join(folder, 'postgres/data/postmaster.opts'))
    const second = await hold(folder)
    assert.deepEqual(await query(second.url, 'select n from kept'), [{ n: 3 }])
    await end(second.child, 'SIGTERM')
  }).timeout(60_000)

  test('makes the database in a server that a process left before it did so', async ({ assert }) => {
    const first = await hold(folder)
    await end(first.child, 'SIGKILL')
    await query(first.url.replace(/latchkey$/, 'postgres'), 'drop database latchkey')
    const second = await hold(folder)
    assert.lengthOf(await query(second.url, 'select 1'), 1)
    await end(second.child, 'SIGTERM')
  }).timeout(60_000)

  test('a process on a full disk says so in one line')
    .with([
      ['bin/console', 0, 'cannot start in .*: the file is larger than the disk allows.*'],
      ['bin/console', 2000, 'cannot be made in .*: could not write to file .*: File too large'],
      ['bin/server', 2000, 'cannot be made in .*: could not write to file .*: File too large'],
    ] as const)
    .run(async ({ assert }, [name, kib, why]) => {
      const program = [process.execPath, ...programArgs(name), 'users:list']
      const child = spawn('bash', ['-c', `ulimit -f ${kib}; exec "$@"`, 'full', ...program], {
        env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '', REDIS_URL: '', APP_KEY: 'a'.repeat(32) },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      children.push(child)
      let output = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
      const [code] = await once(child, 'close')
      assert.equal(code, 1)
      assert.match(output, new RegExp(`^.*The embedded Postgres ${why}\n$`))
    })
    .timeout(60_000)
    .skip(process.platform !== 'linux', 'bounds the files of a process with ulimit')

  test('two folders have two servers side by side', async ({ assert }) => {
    const other = await mkdtemp(join(tmpdir(), 'latchkey-embedded-'))
    await chmod(other, 0o755)
    const [one, two] = await Promise.all([hold(folder), hold(other)])
    assert.notEqual(new URL(one.url).port, new URL(two.url).port)
    await Promise.all([end(one.child, 'SIGTERM'), end(two.child, 'SIGTERM')])
    await rm(other, { recursive: true, force: true })
  }).timeout(60_000)

  test('a worker that is told to stop while it starts stops the server too', async ({ assert }) => {
    const { child, ended, output } = startProgram('bin/console', ['queue:work'], {
      NODE_ENV: 'development',
      DATA_DIR: folder,
      DATABASE_URL: undefined,
      REDIS_URL: undefined,
    })
    children.push(child)
    // From here on it migrates the schema.
    await until('the database', () => databaseIn(folder).catch(() => false), 60_000)
    child.kill('SIGTERM')
    assert.equal(await ended, 0, output())
    assert.isEmpty(await processesIn(join(folder, 'postgres/data')))
  }).timeout(90_000)
})
