import type { Scope } from '#kernel/audit/scope'
import { hasPermission } from '#catalog/rules/permissions'

/** The personal data of end users that a caller may see (interface#21-license, interface#52-api-key-scopes). */
export type View = {
  /** The owner of a license. */
  owner: boolean
  /** The owner before a change, in the timeline. */
  formerOwner: boolean
}

/** The view of a user on the dashboard. */
export const USER_VIEW: View = { owner: false, formerOwner: true }

/** The view of an end user, who sees no other end user. */
export const END_USER_VIEW: View = { owner: false, formerOwner: false }

/** Returns true if a caller is a user of the dashboard, who may see the addresses of other users of the org. */
export const isUser = ({ actor }: Pick<Scope, 'actor'>) => actor.type === 'user'

/** The view of an API key: owners only with end_user:read. */
export function viewOfKey(permissions: readonly string[]): View {
  const owner = hasPermission(permissions, 'end_user:read')
  return { owner, formerOwner: owner }
}
