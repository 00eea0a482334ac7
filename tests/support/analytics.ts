import assert from 'node:assert/strict'
import RebuildCounts from '#actions/analytics/rebuild_counts'
import RebuildSeries from '#actions/analytics/rebuild_series'

/** Where the counts and time series of an org are not those of its licenses, as `analytics:rebuild` finds it. */
export async function analyticsDifferences(orgId: string) {
  const look = { dryRun: true, orgId }
  return [...(await new RebuildCounts().execute(look)), ...(await new RebuildSeries().execute(look))]
}

/** The counts and time series of an org are those of its licenses. */
export async function assertAnalytics(orgId: string) {
  assert.deepEqual(await analyticsDifferences(orgId), [])
}
