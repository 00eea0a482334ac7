import type { ApplicationService } from '@adonisjs/core/types'
import Queues from '#services/queues'
import WorkerPool from '#services/worker_pool'

/** Binds the queues and the workers, and closes them before the database goes away. */
export default class QueueProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    this.app.container.singleton(Queues, () => new Queues())
    this.app.container.singleton(WorkerPool, async (resolver) => new WorkerPool(await resolver.make(Queues)))
  }

  async shutdown() {
    const pool = await this.app.container.make(WorkerPool)
    await pool.stop()
    const queues = await this.app.container.make(Queues)
    await queues.close()
    const { closeRateLimits } = await import('#services/rate_limits')
    await closeRateLimits()
  }
}
