import type { OperatorOrg } from '#orgs/queries/list_orgs'
import type { Membership } from '#orgs/queries/memberships'
import { iso } from '#kernel/time/iso'

/** An org as one of its members sees it. */
export function toOrg({ id, name, role, createdAt, ssoRequired = false, suspended = false }: Membership) {
  return { id, name, role, ssoRequired, suspended, createdAt: iso(createdAt) }
}

/** An org as a platform admin sees it. */
export function toAdminOrg(org: OperatorOrg) {
  return { ...org, createdAt: iso(org.createdAt) }
}
