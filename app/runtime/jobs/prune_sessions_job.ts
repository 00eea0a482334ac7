import { inject } from '@adonisjs/core'
import PruneSessions from '#runtime/actions/prune_sessions'
import type { JobHandler, JobRun } from '#kernel/queues/catalog'

@inject()
export default class PruneSessionsJob implements JobHandler<'sessions.prune'> {
  static jobName = 'sessions.prune' as const

  constructor(protected prune: PruneSessions) {}

  handle(_payload: unknown, { signal }: JobRun) {
    return this.prune.execute(signal)
  }
}
