import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import config from '#config/operations'
import type { JobResult, JobRun } from '#kernel/queues/catalog'
import { kindOf, type OperationRow } from '#operations/kinds/registry'
import { hasOpenChunks } from '#operations/store/open_chunks'
import BeginOperation from './begin_operation.js'
import CountFault from './count_fault.js'
import EndOperation from './end_operation.js'
import PlanOperation from './plan_operation.js'
import WorkChunk, { untilNextTry } from './work_chunk.js'
import WorkWhole from './work_whole.js'

/**
 * Works on an operation for a slice of time. Any number of workers may do so concurrently, and may die at any moment.
 * The worker that finds no chunk left ends the operation.
 */
@inject()
export default class RunOperation {
  constructor(
    protected begin: BeginOperation,
    protected plan: PlanOperation,
    protected workChunk: WorkChunk,
    protected workWhole: WorkWhole,
    protected countFault: CountFault,
    protected end: EndOperation
  ) {}

  async execute(operationId: string, run: JobRun): Promise<JobResult> {
    const operation = await this.begin.execute(operationId)
    if (!operation) return
    if (operation.status === 'cancelling') return void (await this.end.execute(operationId, 'cancelled'))
    if (kindOf(operation.type).work.by === 'whole') return this.workWhole.execute(operation, run)
    if (!operation.planned && !(await this.#plan(operation))) return { again: true, after: config.planRetry }
    const until = performance.now() + config.slice
    while (await this.workChunk.execute(operation)) {
      const isOver = performance.now() >= until || run.signal.aborted
      // After the last chunk the operation ends in the same run, so a small one needs no second run.
      if (isOver && (await hasOpenChunks(db.connection(), operationId))) return { again: true }
    }
    if (await this.end.execute(operationId, 'completed')) return
    const wait = await untilNextTry(operationId)
    if (wait !== null) return { again: true, after: Math.max(wait, config.leastWait) }
  }

  /**
   * Plans the operation. If its filter cannot be resolved now, it never can be: the operation fails instead of being
   * retried forever.
   */
  async #plan(operation: OperationRow): Promise<boolean> {
    try {
      return await this.plan.execute(operation)
    } catch (error) {
      await this.countFault.ofPlan(operation.id, error)
      throw error
    }
  }
}
