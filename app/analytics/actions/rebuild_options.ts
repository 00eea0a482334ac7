/** Whether a rebuild of the analytics only looks, and the one org that it is about; all orgs without one. */
export type RebuildOptions = { dryRun?: boolean; orgId?: string }

/** The condition on rows with an `org_id`, and the values of its `?`. */
export function ofOrg(orgId: string | undefined): { condition: string; values: string[] } {
  return orgId === undefined
    ? { condition: 'org_id is not null', values: [] }
    : { condition: 'org_id = ?', values: [orgId] }
}
