import type { MetricEntry } from '#kernel/metrics/record_metrics'
import { recordMetrics } from '#kernel/metrics/record_metrics'
import WriteBehind from '#kernel/batching/write_behind'
import type { Millis } from '#kernel/time/millis'

type Count = MetricEntry & { count: number; at: Millis }

const HOUR: Millis = 3_600_000

const counts = new WriteBehind<Count>({
  keyOf: ({ productId, at }) => `${productId} ${Math.floor(at / HOUR)}`,
  merge: (older, newer) => ({ ...older, count: older.count + newer.count }),
  write: async (trx, some) => {
    const hours = Map.groupBy(some, ({ at }) => Math.floor(at / HOUR))
    for (const [hour, entries] of hours) await recordMetrics(trx, entries, hour * HOUR)
  },
})

/** Counts for the time series how often programs were offered an update. No answer waits for it. */
export const updateCounts = {
  offered: ({ orgId, productId }: { orgId: string; productId: string }, at: Millis) =>
    counts.note({ orgId, productId, metric: 'updates_offered', count: 1, at }),
  /** Writes all of it now; for the end of the process, and for tests. */
  flush: () => counts.flush(),
}
