import { inject } from '@adonisjs/core'
import PruneExpired from '#actions/maintenance/prune_expired'
import type { JobHandler } from './catalog.js'

@inject()
export default class PruneExpiredJob implements JobHandler<'expired.prune'> {
  static jobName = 'expired.prune' as const

  constructor(protected prune: PruneExpired) {}

  handle() {
    return this.prune.execute()
  }
}
