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

/** Counts offered updates for the time series. Writes are buffered, so no response waits for them. */
export const updateCounts = {
  offered: ({ orgId, productId }: { orgId: string; productId: string }, at: Millis) =>
    counts.note({ orgId, productId, metric: 'updates_offered', count: 1, at }),
  /** Writes all buffered counts now; for shutdown and for tests. */
  flush: () => counts.flush(),
}
