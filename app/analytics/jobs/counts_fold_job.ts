import { inject } from '@adonisjs/core'
import FoldDeltas from '#analytics/actions/fold_deltas'
import SettleSearch from '#licensing/actions/settle_search'
import type { JobHandler, JobRun, PayloadOf } from '#kernel/queues/catalog'

/** Processes the deferred work of writers: deltas of counts and metrics, and keys for the search. */
@inject()
export default class CountsFoldJob implements JobHandler<'counts.fold'> {
  static jobName = 'counts.fold' as const

  constructor(
    protected foldDeltas: FoldDeltas,
    protected settleSearch: SettleSearch
  ) {}

  async handle(_payload: PayloadOf<'counts.fold'>, { signal }: JobRun) {
    await this.foldDeltas.execute(signal)
    await this.settleSearch.execute()
  }
}
