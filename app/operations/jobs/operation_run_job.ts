import { inject } from '@adonisjs/core'
import RunOperation from '#operations/actions/run_operation'
import { tellProgress } from '#operations/watch/tell_progress'
import type { JobHandler, JobRun, PayloadOf } from '#kernel/queues/catalog'

/** Works on an operation for a while; see RunOperation. */
@inject()
export default class OperationRunJob implements JobHandler<'operation.run'> {
  static jobName = 'operation.run' as const

  constructor(protected runOperation: RunOperation) {}

  async handle({ operationId }: PayloadOf<'operation.run'>, run: JobRun) {
    const result = await this.runOperation.execute(operationId, run)
    await tellProgress(operationId, run)
    return result
  }
}
