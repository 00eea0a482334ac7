import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { extname } from 'node:path'
import { test } from '@japa/runner'
import { programArgs, start } from '#tests/testkit/processes'
import { until } from '#tests/testkit/wait'

/** Starts tests as the runner of the suites does. */
function startTests(files: string): ChildProcess {
  const words = [...programArgs('bin/test'), 'unit', `--files=${files}`]
  return spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
}

async function codeOf(child: ChildProcess): Promise<number | null> {
  await until('the tests to end', () => child.exitCode !== null || child.signalCode !== null, 60_000)
  return child.exitCode
}

/** The arguments for Node.js to run a program that starts another one, which connects to `port`. */
function starterOf(port: number): string[] {
  const kit = new URL(`../../testkit/processes${extname(import.meta.url)}`, import.meta.url)
  const code = `const { start } = await import('${kit.href}')
    start(['--eval', 'require("node:net").connect(${port}, "127.0.0.1")'])
    process.on('SIGTERM', () => process.exit())`
  return [`--import=${import.meta.resolve('@poppinss/ts-exec')}`, '--input-type=module', '--eval', code]
}

test.group('a test process that has lost its runner', (group) => {
  // Nothing here depends on where the queues are.
  group.tap((one) => one.tags(['@once']).timeout(120_000))

  test('ends when the runner is gone', async ({ assert, cleanup }) => {
    const tests = startTests('kernel/unit/*')
    cleanup(() => void tests.kill('SIGKILL'))
    await once(tests.stdout!, 'data')
    tests.stdout!.resume()
    tests.stderr!.resume()
    tests.disconnect()
    assert.equal(await codeOf(tests), 1)
  })

  test('ends when nobody reads its output', async ({ assert, cleanup }) => {
    const tests = startTests('kernel/unit/ids')
    cleanup(() => void tests.kill('SIGKILL'))
    tests.stdout!.destroy()
    tests.stderr!.destroy()
    assert.equal(await codeOf(tests), 141)
  })

  test('takes the processes along that its tests have started', async ({ assert, cleanup }) => {
    const server = createServer().listen(0, '127.0.0.1')
    cleanup(() => void server.close())
    await once(server, 'listening')
    const starter = start(starterOf((server.address() as AddressInfo).port))
    cleanup(() => void starter.child.kill('SIGKILL'))
    const [started] = (await once(server, 'connection')) as [Socket]
    cleanup(() => void started.destroy())
    started.on('error', () => {}).resume()
    starter.child.kill('SIGTERM')
    assert.equal(await starter.ended, 0)
    await until('the started process to end', () => started.closed)
  })
})
