import { inject } from '@adonisjs/core'
import config from '#config/operations'
import { queues } from '#config/queue'
import Refusal from '#kernel/refusals/refusal'
import type { OperationRow } from '#operations/queries/find_operation'
import type { JobResult, JobRun } from '#kernel/queues/catalog'
import BeginOperation from './begin_operation.js'
import CountFault from './count_fault.js'
import EndOperation from './end_operation.js'
import ExportLicenses from './export_licenses.js'
import PlanOperation from './plan_operation.js'
import WorkChunk, { untilNextTry } from './work_chunk.js'

/** Exports that this process writes at a time: one slot is left for operations that take turns, if there are two. */
const EXPORTS = Math.max(1, queues.bulk.concurrency - 1)
let exporting = 0

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
    protected countFault: CountFault,
    protected end: EndOperation
  ) {}

  async execute(operationId: string, run: JobRun): Promise<JobResult> {
    const operation = await this.begin.execute(operationId)
    if (!operation) return
    if (operation.status === 'cancelling') return void (await this.end.execute(operationId, 'cancelled'))
    if (operation.type === 'licenses.export') return this.#export(operation, run)
    if (!operation.planned && !(await this.#plan(operation))) return { again: true, after: config.planRetry }
    const until = performance.now() + config.slice
    while (await this.workChunk.execute(operation)) {
      if (performance.now() >= until || run.signal.aborted) return { again: true }
    }
    if (await this.end.execute(operationId, 'completed')) return
    const wait = await untilNextTry(operationId)
    if (wait !== null) return { again: true, after: Math.max(wait, config.leastWait) }
  }

  /** A filter that cannot be resolved now will not be later: the operation gives up instead of being tried for ever. */
  async #plan(operation: OperationRow): Promise<boolean> {
    try {
      return await this.plan.execute(operation)
    } catch (error) {
      await this.countFault.ofPlan(operation.id, error)
      throw error
    }
  }

  /** An export is one piece of work and takes the time that it takes, so it may not take every slot. */
  async #export(operation: OperationRow, run: JobRun): Promise<JobResult> {
    if (exporting >= EXPORTS) return { again: true, after: config.exportRetry }
    exporting++
    try {
      const written = await this.exportLicenses.execute(operation, run)
      if (!written && run.signal.aborted) return { again: true }
    } catch (error) {
      await this.countFault.execute(operation.id, 0, error)
      // An org without room has its answer: nothing is wrong with the job.
      if (error instanceof Refusal) return
      throw error
    } finally {
      exporting--
    }
    await this.end.execute(operation.id, 'completed')
  }
}
