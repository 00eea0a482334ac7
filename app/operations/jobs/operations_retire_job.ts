import { inject } from '@adonisjs/core'
import RetireOperations from '#operations/actions/retire_operations'
import type { JobHandler } from '#kernel/queues/catalog'

/** Deletes files, item results and operations after their retention periods. */
@inject()
export default class OperationsRetireJob implements JobHandler<'operations.retire'> {
  static jobName = 'operations.retire' as const

  constructor(protected retire: RetireOperations) {}

  handle() {
    return this.retire.execute()
  }
}
