import { test } from '@japa/runner'
import { access, chmod, mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ProcessLedger, { processesIn } from '#kernel/database/process_ledger'
import { accepts, freePort } from '#kernel/net/free_port'
import { startProgram, type Running } from '#tests/testkit/processes'
import { until } from '#tests/testkit/wait'

/** Any file of the service; touching it changes nothing. */
const SOURCE = 'app/system/http/status_controller.ts'

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false
  )

/** Whether a process has this folder as its DATA_DIR; false if the system has no /proc. */
async function isToldOf(folder: string) {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const all = pids.map((pid) => readFile(`/proc/${pid}/environ`, 'utf8').catch(() => ''))
  return (await Promise.all(all)).some((settings) => settings.split('\0').includes(`DATA_DIR=${folder}`))
}

test.group('npm run dev', (group) => {
  // Its queues are in the same store as those of the quickstart.
  group.tap((one) => one.tags(['@once']))
  let folder: string
  let port: number
  let base: string
  let dev: Running

  group.setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-dev-'))
    await chmod(folder, 0o755)
    return () => rm(folder, { recursive: true, force: true })
  })

  group.each.setup(async () => {
    port = await freePort()
    base = `http://127.0.0.1:${port}`
    dev = startProgram('bin/dev', [], {
      NODE_ENV: 'development',
      DATA_DIR: folder,
      DATABASE_URL: undefined,
      REDIS_URL: undefined,
      APP_KEY: undefined,
      PORT: String(port),
    })
    return async () => {
      dev.child.kill('SIGKILL')
      await allGone()
    }
  })

  const signIn = () =>
    until('the sign-in', () => /until Ctrl-C/.test(dev.output()) || dev.child.exitCode !== null, 120_000)

  const startedAt = () =>
    fetch(`${base}/v1/status`).then(
      async (answer) => ((await answer.json()) as { data: { startedAt: string } }).data.startedAt,
      () => null
    )

  /**
   * Waits until everything has ended, including the embedded Postgres and every process that was told of the folder. A
   * process leaves the ledger while it holds the lock, so once nobody is in the ledger and the lock is gone, nobody
   * writes to the folder.
   */
  const allGone = () =>
    until(
      'all of it to be gone',
      async () =>
        !(await accepts(port)) &&
        !(await processesIn(join(folder, 'postgres/data')))?.length &&
        !(await isToldOf(folder)) &&
        (await new ProcessLedger(join(folder, 'postgres/users')).others()) === 0 &&
        !(await exists(join(folder, 'postgres/users/lock'))),
      60_000
    )

  test('serves and works with a merchant, reloads after a change, and Ctrl-C ends all of it', async ({
    assert,
  }) => {
    await signIn()
    const [, email, password] = /^Sign-in +(\S+) +(\S+)$/m.exec(dev.output()) ?? assert.fail(dev.output())
    const before = await until('the server', startedAt, 60_000)
    const login = await fetch(`${base}/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    assert.equal(login.status, 200)

    const { apiKey, productId } = JSON.parse(await readFile(join(folder, 'quickstart.json'), 'utf8'))
    const headers = { 'x-api-key': apiKey.key, 'content-type': 'text/csv', prefer: 'wait=30' }
    const imported = await fetch(`${base}/v1/products/${productId}/licenses/import`, {
      method: 'POST',
      headers,
      body: 'key\nDEV-1\n',
    })
    const { data } = (await imported.json()) as { data: { operation: { status: string } } }
    assert.equal(data.operation.status, 'completed', 'a worker runs')

    await utimes(SOURCE, new Date(), new Date())
    const after = await until('the reload', async () => ((await startedAt()) ?? before) !== before, 60_000)
    assert.isTrue(after)

    dev.child.kill('SIGINT')
    assert.equal(await dev.ended, 0)
    assert.match(dev.output(), /Stopped\n$/)
    await allGone()
  }).timeout(180_000)

  test('leaves no process behind when it is killed before the others use the database', async () => {
    await signIn()
    dev.child.kill('SIGKILL')
    await allGone()
  }).timeout(180_000)

  test('leaves no process behind when it is killed', async () => {
    await signIn()
    // From here on the server also holds the embedded Postgres, and stops it when it ends in turn.
    await until('the server', startedAt, 60_000)
    dev.child.kill('SIGKILL')
    await allGone()
  }).timeout(180_000)
})
