import assert from 'node:assert/strict'
import RebuildCounts from '#analytics/actions/rebuild_counts'
import RebuildTierCounts from '#analytics/actions/rebuild_tier_counts'
import RebuildSeries from '#analytics/actions/rebuild_series'
import { countStatements, type CountMove } from '#licensing/store/license_counts'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/** Where the counts and time series of an org are not those of its licenses, as `analytics:rebuild` finds it. */
export async function analyticsDifferences(orgId: string) {
  const look = { dryRun: true, orgId }
  return [
    ...(await new RebuildCounts().execute(look)),
    ...(await new RebuildTierCounts().execute(look)),
    ...(await new RebuildSeries().execute(look)),
  ]
}

/** The counts and time series of an org are those of its licenses. */
export async function assertAnalytics(orgId: string) {
  assert.deepEqual(await analyticsDifferences(orgId), [])
}

/** Appends moves to the counts, for which no license is changed. */
export async function recordCounts(trx: Trx, moves: CountMove[]) {
  for (const { sql, values } of countStatements(moves)) await rows(trx, sql, values)
}
