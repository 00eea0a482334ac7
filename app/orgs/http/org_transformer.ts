import type { Membership } from '#orgs/queries/memberships'
import { iso } from '#kernel/time/iso'

/** An org as one of its members sees it. */
export function toOrg({ id, name, role, createdAt }: Membership) {
  return { id, name, role, createdAt: iso(createdAt) }
}
