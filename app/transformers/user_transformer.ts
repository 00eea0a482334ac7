import type { SessionRow } from '#queries/list_sessions'
import type { SignedInUser } from '#queries/find_user'
import { iso } from './timestamps.js'

/** A user as he sees himself. */
export function toUser(user: SignedInUser) {
  return { ...user, createdAt: iso(user.createdAt) }
}

/** A refresh session: never its token, nor the token's hash (interface 2.4). */
export function toSession({ id, createdAt, expiresAt }: SessionRow) {
  return { id, createdAt: iso(createdAt), expiresAt: iso(expiresAt) }
}
