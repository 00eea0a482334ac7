/** SQL for the user who owns an org: of several OWNERs the one who is so longest. `org` is the SQL of its id. */
export const ownerOf = (org: string) => `(select m.user_id from org_members m
  where m.org_id = ${org} and m.role = 'OWNER' order by m.created_at, m.user_id limit 1)`

/** SQL for the plan of an org, which is that of its owner (interface#buckets-by-credential). */
export const planOf = (org: string) =>
  `coalesce((select u.plan from users u where u.id = ${ownerOf(org)}), 'free')`
