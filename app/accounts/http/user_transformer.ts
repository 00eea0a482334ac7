import type { LinkedAccount } from '#accounts/queries/list_linked_accounts'
import type { SessionRow } from '#accounts/queries/list_sessions'
import type { SignedInUser } from '#accounts/queries/find_user'
import { iso } from '#kernel/time/iso'

/** A user, as shown to that user. */
export function toUser(user: SignedInUser) {
  return { ...user, createdAt: iso(user.createdAt) }
}

/** A refresh session: never its token, nor the token's hash (interface#24-tokens-and-sessions). */
export function toSession({ id, createdAt, expiresAt }: SessionRow) {
  return { id, createdAt: iso(createdAt), expiresAt: iso(expiresAt) }
}

/** An identity at another provider; its subject there is nobody's business. */
export function toLinkedAccount({ provider, email, createdAt }: LinkedAccount) {
  return { provider, email, createdAt: iso(createdAt) }
}
