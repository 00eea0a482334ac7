import { inject } from '@adonisjs/core'
import config from '#config/operations'
import { queues } from '#config/queue'
import type { JobResult, JobRun } from '#kernel/queues/catalog'
import Refusal from '#kernel/refusals/refusal'
import { kindOf, type OperationRow } from '#operations/kinds/registry'
import CountFault from './count_fault.js'
import EndOperation from './end_operation.js'

/** Operations of one piece that this process works on at a time: one slot is left for those that take turns. */
const SLOTS = Math.max(1, queues.bulk.concurrency - 1)
let taken = 0

/** Works on an operation that is one piece: it takes the time that it takes, so it may not take every slot. */
@inject()
export default class WorkWhole {
  constructor(
    protected countFault: CountFault,
    protected end: EndOperation
  ) {}

  /** @throws a fault, counted on the operation unless the database was away */
  async execute(operation: OperationRow, run: JobRun): Promise<JobResult> {
    const { work } = kindOf(operation.type)
    if (work.by !== 'whole') throw new Error(`The work of ${operation.type} is cut into chunks`)
    if (taken >= SLOTS) return { again: true, after: config.wholeRetry }
    taken++
    try {
      const done = await work.run(operation, run.signal)
      if (!done && run.signal.aborted) return { again: true }
    } catch (error) {
      await this.countFault.execute(operation.id, 0, error)
      // An org without room has its answer: nothing is wrong with the job.
      if (error instanceof Refusal) return
      throw error
    } finally {
      taken--
    }
    await this.end.execute(operation.id, 'completed')
  }
}
