import type { LinkedAccount } from '#accounts/queries/list_linked_accounts'
import type { SessionRow } from '#accounts/queries/list_sessions'
import type { OperatorUser } from '#accounts/queries/search_users'
import type { SignedInUser } from '#accounts/queries/find_user'
import { iso } from '#kernel/time/iso'

/** A user, as shown to that user. */
export function toUser(user: SignedInUser) {
  return { ...user, createdAt: iso(user.createdAt) }
}

/** A refresh session, without its token or the hash of the token (interface#24-tokens-and-sessions). */
export function toSession(session: SessionRow, ownSessionId: string | null) {
  const { id, familyId, createdAt, lastUsedAt, expiresAt, userAgent, address } = session
  return {
    id,
    current: familyId === ownSessionId,
    userAgent,
    address,
    createdAt: iso(createdAt),
    lastUsedAt: iso(lastUsedAt),
    expiresAt: iso(expiresAt),
  }
}

/** An identity at another provider, without its subject there, which is private. */
export function toLinkedAccount({ provider, email, createdAt }: LinkedAccount) {
  return { provider, email, createdAt: iso(createdAt) }
}

/** A user as a platform admin sees them. */
export function toAdminUser(user: OperatorUser) {
  return { ...user, createdAt: iso(user.createdAt) }
}
