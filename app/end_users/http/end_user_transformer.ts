import type { EndUser } from '#end_users/queries/list_end_users'
import { iso } from '#kernel/time/iso'

/** An end user, as shown to an API key with end_user:read (interface#44-licenses-api-key-path). */
export function toEndUser({ id, username, email, banned, createdAt }: EndUser) {
  return { id, username, email, banned, createdAt: iso(createdAt) }
}
