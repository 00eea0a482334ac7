import assert from 'node:assert/strict'
import RebuildCounts from '#analytics/actions/rebuild_counts'
import RebuildTierCounts from '#analytics/actions/rebuild_tier_counts'
import RebuildSeries from '#analytics/actions/rebuild_series'
import { countStatements, type CountMove } from '#licensing/store/license_counts'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/** The differences between the counts and time series of an org and its licenses, as `analytics:rebuild` finds them. */
export async function analyticsDifferences(orgId: string) {
  const look = { dryRun: true, orgId }
  return [
    ...(await new RebuildCounts().execute(look)),
    ...(await new RebuildTierCounts().execute(look)),
    ...(await new RebuildSeries().execute(look)),
  ]
}

/** Asserts that the counts and time series of an org match its licenses. */
export async function assertAnalytics(orgId: string) {
  assert.deepEqual(await analyticsDifferences(orgId), [])
}

/** Appends moves to the counts without changing any license. */
export async function recordCounts(trx: Trx, moves: CountMove[]) {
  for (const { sql, values } of countStatements(moves)) await rows(trx, sql, values)
}
