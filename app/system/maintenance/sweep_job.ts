import { inject } from '@adonisjs/core'
import WakeOperations from '#operations/actions/wake_operations'
import type { JobHandler } from '#kernel/queues/catalog'

/**
 * Resumes work that a crash has left behind. Everything in here must be safe to run at any time, and cheap when idle.
 */
@inject()
export default class SweepJob implements JobHandler<'sweep'> {
  static jobName = 'sweep' as const

  constructor(protected wakeOperations: WakeOperations) {}

  async handle() {
    await this.wakeOperations.execute()
  }
}
