import { test } from '@japa/runner'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { refuseLeftOvers } from '#tests/testkit/left_overs'

type Teardown = () => () => Promise<void>

/** Runs a group that does `work`, including its last cleanup. */
async function ended(work: () => Promise<unknown>) {
  let teardown!: Teardown
  const group = {
    title: 'of the test',
    setup: (handler: () => void) => handler(),
    teardown: (handler: Teardown) => void (teardown = handler),
  }
  refuseLeftOvers(group as never, ['ProcessWrap', 'TCPServerWrap', 'Timeout'], 200)
  await work()
  await teardown()()
}

test.group('a group of tests', () => {
  test('may end what it has started, and a process that is told to end may take its time', async () => {
    await ended(async () => {
      clearTimeout(setTimeout(() => {}, 60_000))
      spawn('sleep', ['60']).kill()
    })
  })

  test('fails when it leaves a process', async ({ assert, cleanup }) => {
    let child: ReturnType<typeof spawn> | undefined
    cleanup(async () => {
      child!.kill()
      await once(child!, 'exit')
    })
    await assert.rejects(() => ended(async () => (child = spawn('sleep', ['60']))), /"of the test" has left/)
  })

  test('fails when it leaves a server', async ({ assert, cleanup }) => {
    const server = createServer()
    cleanup(() => void server.close())
    await assert.rejects(
      () => ended(() => once(server.listen(0, '127.0.0.1'), 'listening')),
      /"of the test" has left/
    )
  })

  test('fails when it leaves a timer', async ({ assert, cleanup }) => {
    // Timers are only counted, so one of an earlier test that ends meanwhile would hide a single one.
    const timers: NodeJS.Timeout[] = []
    cleanup(() => timers.forEach(clearTimeout))
    const leave = async () => {
      for (let some = 0; some < 50; some++) timers.push(setTimeout(() => {}, 60_000))
    }
    await assert.rejects(() => ended(leave), /"of the test" has left/)
  })
})
