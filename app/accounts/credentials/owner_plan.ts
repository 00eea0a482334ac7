/**
 * SQL for the user who owns an org. Of several OWNERs it is the one with the oldest membership. `org` is the SQL of
 * the org's id.
 */
export const ownerOf = (org: string) => `(select m.user_id from org_members m
  where m.org_id = ${org} and m.role = 'OWNER' order by m.created_at, m.user_id limit 1)`

/** SQL for the plan of an org, which is the plan of its owner (interface#buckets-by-credential). */
export const planOf = (org: string) =>
  `coalesce((select u.plan from users u where u.id = ${ownerOf(org)}), 'free')`
