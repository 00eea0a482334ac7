import type { ApplicationService } from '@adonisjs/core/types'
import { webhooks } from '#config/webhooks'
import { jobs } from '#generated/jobs'
import NameOperations from '#operations/queries/name_operations'
import QueueBoard from '#system/queue_board'
import OperationWatch from '#operations/watch/operation_watch'
import Queues from '#kernel/queues/queues'
import WebhookClient from '#webhooks/engine/webhook_client'
import WebhookEngine from '#webhooks/engine/webhook_engine'
import WorkerPool from '#system/worker_pool'

/** The job handlers of all subjects. */
const handlers = Object.values(jobs).flatMap((ofSubject): (() => Promise<unknown>)[] =>
  Object.values(ofSubject)
)

/** Binds the queues and the workers, and closes them before the database closes. */
export default class QueueProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    this.app.container.singleton(Queues, () => new Queues())
    this.app.container.singleton(QueueBoard, async (resolver) => {
      const nameOperations = (ids: string[]) => new NameOperations().execute(ids)
      return new QueueBoard(await resolver.make(Queues), nameOperations)
    })
    this.app.container.singleton(OperationWatch, () => new OperationWatch())
    this.app.container.singleton(WebhookClient, () => new WebhookClient(webhooks))
    this.app.container.singleton(
      WebhookEngine,
      async (resolver) => new WebhookEngine(await resolver.make(WebhookClient))
    )
    this.app.container.singleton(
      WorkerPool,
      async (resolver) =>
        new WorkerPool(await resolver.make(Queues), await resolver.make(WebhookEngine), handlers)
    )
  }

  /** Releases requests that wait for an operation before the server waits for open requests. */
  async ready() {
    this.app.terminating(async () => (await this.app.container.make(OperationWatch)).close())
  }

  async shutdown() {
    const pool = await this.app.container.make(WorkerPool)
    await pool.stop()
    const client = await this.app.container.make(WebhookClient)
    await client.close()
    const board = await this.app.container.make(QueueBoard)
    await board.close()
    const queues = await this.app.container.make(Queues)
    await queues.close()
    const { closeRateLimits } = await import('#kernel/limits/close_rate_limits')
    await closeRateLimits()
  }
}
