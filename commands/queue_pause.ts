import { inject } from '@adonisjs/core'
import QueueCommand from '#terminal/queue_command'
import Queues from '#kernel/queues/queues'

/** `queue:pause` (contract/01-changes#ace). */
export default class QueuePause extends QueueCommand {
  static commandName = 'queue:pause'
  static description = 'Let no worker take jobs of a queue; what runs is finished, what comes waits'
  static help = [
    'Webhooks are sent by an engine of their own and go on; the queue webhooks only wakes it.',
    'Example:',
    '  {{ binaryName }} queue:pause bulk',
    '  {{ binaryName }} queue:pause all --json',
  ]

  @inject()
  async run(queues: Queues) {
    const chosen = await this.chosen(queues)
    for (const queue of chosen) await queue.pause()
    const names = chosen.map(({ name }) => name)
    this.answer({ queues: names, paused: true }, () =>
      this.logger.success(`Paused: ${names.join(', ')}. Go on with npm run ace -- queue:resume`)
    )
  }
}
