import { inject } from '@adonisjs/core'
import type { JobHandler, JobRun, PayloadOf } from '#kernel/queues/catalog'
import AgeTickets from '#support/actions/age_tickets'

/** Resolves and closes tickets that were left alone; see AgeTickets. */
@inject()
export default class TicketsAgeJob implements JobHandler<'tickets.age'> {
  static jobName = 'tickets.age' as const

  constructor(protected ageTickets: AgeTickets) {}

  async handle(_payload: PayloadOf<'tickets.age'>, { signal }: JobRun) {
    const { finished } = await this.ageTickets.execute(signal)
    if (!finished) return { again: true as const }
  }
}
