import { inject } from '@adonisjs/core'
import FoldDeltas from '#actions/analytics/fold_deltas'
import type { JobHandler, JobRun, PayloadOf } from './catalog.js'

/** Adds the deltas of counts and metrics up; see FoldDeltas. */
@inject()
export default class CountsFoldJob implements JobHandler<'counts.fold'> {
  static jobName = 'counts.fold' as const

  constructor(protected foldDeltas: FoldDeltas) {}

  async handle(_payload: PayloadOf<'counts.fold'>, { signal }: JobRun) {
    await this.foldDeltas.execute(signal)
  }
}
