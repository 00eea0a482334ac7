import assert from 'node:assert/strict'
import RebuildCounts from '#actions/analytics/rebuild_counts'
import RebuildSeries from '#actions/analytics/rebuild_series'

/** The counts and time series of an org are those of its licenses: `analytics:rebuild` finds no difference. */
export async function assertAnalytics(orgId: string) {
  const look = { dryRun: true, orgId }
  const differences = [
    ...(await new RebuildCounts().execute(look)),
    ...(await new RebuildSeries().execute(look)),
  ]
  assert.deepEqual(differences, [])
}
