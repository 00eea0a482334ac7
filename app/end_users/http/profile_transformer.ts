import type { EndUserProfile } from '#end_users/queries/find_end_user_profile'
import { iso } from '#kernel/time/iso'

/**
 * Converts an end user for themselves, also in the response of every door
 * (contract/09-end-users#94-the-end-user-himself-eu).
 */
export function toProfile({ eraseAt, createdAt, ...profile }: EndUserProfile) {
  return { ...profile, eraseAt: eraseAt === null ? null : iso(eraseAt), createdAt: iso(createdAt) }
}
