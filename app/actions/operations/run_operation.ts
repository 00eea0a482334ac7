import { inject } from '@adonisjs/core'
import config from '#config/operations'
import type { JobResult, JobRun } from '#jobs/catalog'
import BeginOperation from './begin_operation.js'
import EndOperation from './end_operation.js'
import WorkChunk from './work_chunk.js'

/**
 * Works on an operation for a slice of time. Any number of workers may do so at once, and may die at any
 * moment; who sees that no chunk is left ends the operation.
 */
@inject()
export default class RunOperation {
  constructor(
    protected begin: BeginOperation,
    protected workChunk: WorkChunk,
    protected end: EndOperation
  ) {}

  async execute(operationId: string, { signal }: JobRun): Promise<JobResult> {
    const operation = await this.begin.execute(operationId)
    if (!operation) return
    if (operation.status === 'cancelling') return void (await this.end.execute(operationId, 'cancelled'))
    const until = performance.now() + config.slice
    while (await this.workChunk.execute(operation)) {
      if (performance.now() >= until || signal.aborted) return { again: true }
    }
    await this.end.execute(operationId, 'completed')
  }
}
