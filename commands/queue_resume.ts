import { inject } from '@adonisjs/core'
import QueueCommand from '#terminal/queue_command'
import Queues from '#kernel/queues/queues'

/** `queue:resume` (contract/01-changes#ace). */
export default class QueueResume extends QueueCommand {
  static commandName = 'queue:resume'
  static description = 'Resume a paused queue'
  static help = [
    'Example:',
    '  {{ binaryName }} queue:resume bulk',
    '  {{ binaryName }} queue:resume all --json',
  ]

  @inject()
  async run(queues: Queues) {
    const chosen = await this.chosen(queues)
    for (const queue of chosen) await queue.resume()
    const names = chosen.map(({ name }) => name)
    this.answer({ queues: names, paused: false }, () =>
      this.logger.success(`Workers take jobs again: ${names.join(', ')}`)
    )
  }
}
