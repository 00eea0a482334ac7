import { args } from '@adonisjs/core/ace'
import type { Queue } from 'bullmq'
import { queueNames, type QueueName } from '#config/queue'
import { invalidField } from '#kernel/refusals/refusal'
import type Queues from '#kernel/queues/queues'
import ServiceCommand from './service_command.js'

/** A command that acts on one queue, or on all. */
export default abstract class QueueCommand extends ServiceCommand {
  @args.string({ description: `${queueNames.join(', ')}, or all` })
  declare queue: string

  /** The chosen queues, once they are available. @throws Refusal VALIDATION_ERROR, QueuesUnavailable. */
  protected async chosen(queues: Queues): Promise<Queue[]> {
    const names = queueNames as string[]
    if (this.queue !== 'all' && !names.includes(this.queue)) {
      throw invalidField('queue', `There is no queue "${this.queue}": choose ${names.join(', ')}, or all`)
    }
    await queues.ready()
    return this.queue === 'all' ? queues.all() : [queues.get(this.queue as QueueName)]
  }
}
