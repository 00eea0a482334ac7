import { inject } from '@adonisjs/core'
import type { JobHandler, JobRun, PayloadOf } from '#kernel/queues/catalog'
import DrainEvents from '#storefront/actions/drain_events'

/** Processes due events of payment processors; see DrainEvents. */
@inject()
export default class ProcessorEventsJob implements JobHandler<'processor.events'> {
  static jobName = 'processor.events' as const

  constructor(protected drainEvents: DrainEvents) {}

  async handle(_payload: PayloadOf<'processor.events'>, { signal }: JobRun) {
    const { finished } = await this.drainEvents.execute(signal)
    if (!finished) return { again: true as const }
  }
}
