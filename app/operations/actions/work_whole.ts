import { inject } from '@adonisjs/core'
import config from '#config/operations'
import { queues } from '#config/queue'
import type { JobResult, JobRun } from '#kernel/queues/catalog'
import Refusal from '#kernel/refusals/refusal'
import { kindOf, type OperationRow } from '#operations/kinds/registry'
import CountFault from './count_fault.js'
import EndOperation from './end_operation.js'

/**
 * The most operations without chunks that this process works on at a time; one slot stays free for those with chunks.
 */
const SLOTS = Math.max(1, queues.bulk.concurrency - 1)
let taken = 0

/** Works on an operation without chunks. It may take long, so such operations must not take every slot. */
@inject()
export default class WorkWhole {
  constructor(
    protected countFault: CountFault,
    protected end: EndOperation
  ) {}

  /** @throws the fault of the work, after counting it unless the database was unavailable */
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
      // The refusal has ended the operation as failed; the job itself succeeded.
      if (error instanceof Refusal) return
      throw error
    } finally {
      taken--
    }
    await this.end.execute(operation.id, 'completed')
  }
}
