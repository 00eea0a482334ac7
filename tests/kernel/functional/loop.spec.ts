import { test } from '@japa/runner'
import Loop from '#kernel/batching/loop'
import { loggedWarnings } from '#tests/testkit/logged_errors'
import { until } from '#tests/testkit/wait'

test.group('a loop whose steps fail', () => {
  test('goes on, and says the cause once', async ({ assert, cleanup }) => {
    const said = loggedWarnings(cleanup)
    const refused = new Error('connect ECONNREFUSED')
    let steps = 0
    const loop = new Loop('test', async () => {
      steps++
      throw refused
    })
    cleanup(() => loop.stop())
    loop.start()
    await until('three steps', () => {
      loop.wake()
      return steps >= 3
    })
    assert.deepEqual(
      said.filter((facts) => 'loop' in facts),
      [{ err: refused, loop: 'test', failures: 1 }]
    )
  })
})
