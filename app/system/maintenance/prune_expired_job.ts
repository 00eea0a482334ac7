import { inject } from '@adonisjs/core'
import PruneExpired from './prune_expired.js'
import type { JobHandler } from '#kernel/queues/catalog'

@inject()
export default class PruneExpiredJob implements JobHandler<'expired.prune'> {
  static jobName = 'expired.prune' as const

  constructor(protected prune: PruneExpired) {}

  handle() {
    return this.prune.execute()
  }
}
