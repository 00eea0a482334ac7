import { inject } from '@adonisjs/core'
import config from '#config/operations'
import type { OperationRow } from '#queries/operations/find_operation'
import type { JobResult, JobRun } from '#jobs/catalog'
import BeginOperation from './begin_operation.js'
import EndOperation from './end_operation.js'
import ExportLicenses from './export_licenses.js'
import PlanOperation from './plan_operation.js'
import WorkChunk from './work_chunk.js'

/**
 * Works on an operation for a slice of time. Any number of workers may do so at once, and may die at any
 * moment; who sees that no chunk is left ends the operation.
 */
@inject()
export default class RunOperation {
  constructor(
    protected begin: BeginOperation,
    protected plan: PlanOperation,
    protected workChunk: WorkChunk,
    protected exportLicenses: ExportLicenses,
    protected end: EndOperation
  ) {}

  async execute(operationId: string, run: JobRun): Promise<JobResult> {
    const operation = await this.begin.execute(operationId)
    if (!operation) return
    if (operation.status === 'cancelling') return void (await this.end.execute(operationId, 'cancelled'))
    if (operation.type === 'licenses.export') return this.#export(operation, run)
    if (!operation.planned) await this.plan.execute(operation)
    const until = performance.now() + config.slice
    while (await this.workChunk.execute(operation)) {
      if (performance.now() >= until || run.signal.aborted) return { again: true }
    }
    await this.end.execute(operationId, 'completed')
  }

  /** An export is one piece of work, so it takes the time that it takes. */
  async #export(operation: OperationRow, run: JobRun): Promise<JobResult> {
    const written = await this.exportLicenses.execute(operation, run)
    if (!written && run.signal.aborted) return { again: true }
    await this.end.execute(operation.id, 'completed')
  }
}
