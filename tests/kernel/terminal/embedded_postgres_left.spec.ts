import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { test } from '@japa/runner'
import { processesIn } from '#kernel/database/process_ledger'
import { programArgs } from '#tests/testkit/processes'
import { until } from '#tests/testkit/wait'

/** contract#stores: the last process that ends stops it, also if it is not asked in the usual way. */
test.group('the embedded Postgres does not outlive its last process', (group) => {
  group.tap((one) => one.tags(['@once']).timeout(90_000))
  group.tap((one) => one.skip(process.platform !== 'linux', 'looks for processes in /proc'))

  let folder: string
  let child: ChildProcess
  group.each.setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-left-'))
    await chmod(folder, 0o755)
    return async () => {
      child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    }
  })

  const servers = () => processesIn(join(folder, 'postgres/data'))

  /** Starts a program in a session of its own, as the only user of the folder's Postgres. */
  function begin(file: string, args: string[], stdio: StdioOptions = ['ignore', 'pipe', 'pipe']) {
    const stores = { DATA_DIR: folder, DATABASE_URL: '', REDIS_URL: '', APP_KEY: 'a'.repeat(32) }
    child = spawn(file, args, {
      detached: true,
      stdio,
      env: { ...process.env, ...stores, LOG_LEVEL: 'warn' },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (output += part))
    const ended = once(child, 'close').then(([code]) => code)
    return { ended, output: () => output }
  }

  const console = (...args: string[]) => [...programArgs('bin/console'), ...args]

  test('if Ctrl-C is pressed again and again', async ({ assert }) => {
    const worker = begin(process.execPath, console('queue:work', '--json'))
    await until('the worker', () => worker.output().includes('"pid"'), 60_000)
    while ((await servers())!.length > 0 && child.exitCode === null) {
      // To everything that runs in the terminal.
      process.kill(-child.pid!, 'SIGINT')
      await delay(50)
    }
    assert.equal(await worker.ended, 0, worker.output())
    assert.isEmpty(await servers())
  })

  test('if nobody reads the output of a command', async ({ assert }) => {
    const schema = begin(process.execPath, console('migration:run'))
    child.stdout!.destroy()
    assert.equal(await schema.ended, 141, schema.output())
    assert.equal(schema.output(), '')
    assert.isEmpty(await servers())
  })

  test('if its terminal is closed', async ({ assert }) => {
    const command = [process.execPath, ...console('queue:work', '--json')]
      .map((part) => `'${part}'`)
      .join(' ')
    const terminal = begin('script', ['-qec', `exec ${command}`, '/dev/null'], ['pipe', 'pipe', 'pipe'])
    await until('the worker', () => terminal.output().includes('"pid"'), 60_000)
    assert.isNotEmpty(await servers())
    child.kill('SIGKILL')
    await until('the end of the server', async () => (await servers())!.length === 0, 30_000)
  })
})
