import type { Membership } from '#queries/memberships'
import { iso } from './timestamps.js'

/** An org as one of its members sees it. */
export function toOrg({ id, name, role, createdAt }: Membership) {
  return { id, name, role, createdAt: iso(createdAt) }
}
