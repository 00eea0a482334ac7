import { inject } from '@adonisjs/core'
import QueueCommand from '#terminal/queue_command'
import Queues from '#kernel/queues/queues'

/** `queue:pause` (contract/01-changes#ace). */
export default class QueuePause extends QueueCommand {
  static commandName = 'queue:pause'
  static description = 'Pause a queue: running jobs finish, and new jobs wait'
  static help = [
    'If you pause the queue webhooks, events of payment processors wait: no order is paid and nothing is renewed',
    'until you resume it. Webhooks are still sent, by an engine that needs no jobs.',
    '',
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
      this.logger.success(`Paused: ${names.join(', ')}. Resume with npm run ace -- queue:resume`)
    )
  }
}
