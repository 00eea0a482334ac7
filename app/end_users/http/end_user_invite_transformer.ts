import type { EndUserInvite } from '#end_users/queries/list_end_user_invites'
import { iso } from '#kernel/time/iso'

/** Converts an invite of an end user, without its token (contract/09-end-users#96-the-merchants-side). */
export function toEndUserInvite({ createdAt, expiresAt, acceptedAt, ...invite }: EndUserInvite) {
  return {
    ...invite,
    createdAt: iso(createdAt),
    expiresAt: iso(expiresAt),
    acceptedAt: iso(acceptedAt),
  }
}
