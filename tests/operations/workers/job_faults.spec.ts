import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import Queues from '#kernel/queues/queues'
import WorkerPool from '#system/worker_pool'
import WebhookEngine from '#webhooks/engine/webhook_engine'
import { until } from '#tests/testkit/wait'
import { loggedObservations } from '#tests/testkit/observations'

/** A handler that never succeeds. */
class Failing {
  static jobName = 'mail.send' as const

  async handle(): Promise<never> {
    throw new Error('The mail server is away')
  }
}

test.group('jobs that do not end', () => {
  test('a worker that stops leaves them behind', async ({ cleanup }) => {
    const begun = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    class Endless {
      static jobName = 'mail.send' as const

      async handle() {
        begun.resolve()
        await end.promise
      }
    }
    cleanup(() => end.resolve())
    const queues = await app.container.make(Queues)
    const pool = new WorkerPool(queues, await app.container.make(WebhookEngine), [
      async () => ({ default: Endless }),
    ])
    await pool.start(['mail'])
    await queues.dispatch('mail.send', {})
    await begun.promise
    let stopped = false
    const stopping = pool.stop({ graceMs: 100 }).then(() => (stopped = true))
    await until('the end of the worker', () => stopped)
    await stopping
  })
})

test.group('jobs that fail', () => {
  test('each failure is logged in one line, with its job and its fault', async ({ assert, cleanup }) => {
    const { find } = loggedObservations(cleanup)
    const queues = await app.container.make(Queues)
    const pool = new WorkerPool(queues, await app.container.make(WebhookEngine), [
      async () => ({ default: Failing }),
    ])
    cleanup(() => pool.stop())
    await pool.start(['mail'])
    await queues.dispatch('mail.send', {})
    const found = await find('job_failed', ({ job }) => job === 'mail.send')
    assert.lengthOf(new Set(found.map(({ jobId }) => jobId)), found.length)
    assert.equal((found[0].err as Error).message, 'The mail server is away')
  })
})
