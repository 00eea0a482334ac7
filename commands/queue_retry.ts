import { inject } from '@adonisjs/core'
import QueueCommand from '#terminal/queue_command'
import Queues from '#kernel/queues/queues'

/** `queue:retry`: retries failed jobs; each is a wake-up call and may run twice (contract/01-changes#ace). */
export default class QueueRetry extends QueueCommand {
  static commandName = 'queue:retry'
  static description = 'Run the failed jobs of a queue again'
  static help = [
    'A job is only a wake-up call, so it is safe to run it twice. To retry a failed operation,',
    'use {{ binaryName }} operations:retry.',
    'Example:',
    '  {{ binaryName }} queue:retry bulk',
    '  {{ binaryName }} queue:retry all --json',
  ]

  @inject()
  async run(queues: Queues) {
    const retried: Record<string, number> = {}
    for (const queue of await this.chosen(queues)) {
      retried[queue.name] = (await queue.getJobCounts('failed')).failed
      await queue.retryJobs({ state: 'failed' })
    }
    const total = Object.values(retried).reduce((sum, count) => sum + count, 0)
    this.answer({ retried }, () => this.logger.success(`${total} failed jobs are queued again`))
  }
}
