import { inject } from '@adonisjs/core'
import type { JobHandler, JobRun, PayloadOf } from '#kernel/queues/catalog'
import EraseDueEndUsers from '#end_users/actions/erase_due_end_users'

/** Erases end users who asked for it once their waiting time is over; see EraseDueEndUsers. */
@inject()
export default class EndUsersEraseJob implements JobHandler<'end_users.erase'> {
  static jobName = 'end_users.erase' as const

  constructor(protected eraseDue: EraseDueEndUsers) {}

  async handle(_payload: PayloadOf<'end_users.erase'>, { signal }: JobRun) {
    await this.eraseDue.execute(signal)
  }
}
