import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/** Whether a rebuild of the analytics only looks, and the one org that it is about; all orgs without one. */
export type RebuildOptions = { dryRun?: boolean; orgId?: string }

/** The condition on rows with an `org_id`, and the values of its `?`. */
export function ofOrg(orgId: string | undefined): { condition: string; values: string[] } {
  return orgId === undefined
    ? { condition: 'org_id is not null', values: [] }
    : { condition: 'org_id = ?', values: [orgId] }
}

/**
 * Lets rebuilds that write go one after the other, until the transaction ends: two that read the same difference would
 * each put it right. Those that only look wait for nobody.
 */
export async function takeTurns(trx: Trx, { dryRun }: RebuildOptions) {
  if (dryRun) return
  await rows(trx, `select pg_advisory_xact_lock(hashtext('latchkey.rebuild'))`)
}
