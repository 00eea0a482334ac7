import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/** The options of a rebuild: `dryRun` only reports; `orgId` limits it to one org, otherwise it covers all orgs. */
export type RebuildOptions = { dryRun?: boolean; orgId?: string }

/** The condition on rows with an `org_id`, and the values of its `?`. */
export function ofOrg(orgId: string | undefined): { condition: string; values: string[] } {
  return orgId === undefined
    ? { condition: 'org_id is not null', values: [] }
    : { condition: 'org_id = ?', values: [orgId] }
}

/**
 * Serializes rebuilds that write, until the transaction ends: two of them that read the same difference would both
 * correct it. Dry runs do not wait.
 */
export async function takeTurns(trx: Trx, { dryRun }: RebuildOptions) {
  if (dryRun) return
  await rows(trx, `select pg_advisory_xact_lock(hashtext('latchkey.rebuild'))`)
}
