import { inject } from '@adonisjs/core'
import PruneSessions from '#actions/maintenance/prune_sessions'
import type { JobHandler, JobRun } from './catalog.js'

@inject()
export default class PruneSessionsJob implements JobHandler<'sessions.prune'> {
  static jobName = 'sessions.prune' as const

  constructor(protected prune: PruneSessions) {}

  handle(_payload: unknown, { signal }: JobRun) {
    return this.prune.execute(Date.now(), signal)
  }
}
