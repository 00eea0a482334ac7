import type { EndUser } from '#end_users/queries/end_user_columns'
import type { EndUserSession, FullEndUser } from '#end_users/queries/find_end_user'
import { iso } from '#kernel/time/iso'

/**
 * Converts an end user for merchants (interface#44-licenses-api-key-path,
 * contract/09-end-users#96-the-merchants-side).
 */
export function toEndUser({ lastSeenAt, createdAt, updatedAt, ...one }: EndUser) {
  return { ...one, lastSeenAt: iso(lastSeenAt), createdAt: iso(createdAt), updatedAt: iso(updatedAt) }
}

/** Converts an end user with the fields that only a read of a single one returns. */
export function toFullEndUser({
  sessions,
  mergedInto,
  erasedAt,
  banReason,
  licenseCount,
  ...one
}: FullEndUser) {
  return {
    ...toEndUser(one),
    banReason,
    licenseCount,
    sessions: sessions.map(toEndUserSession),
    mergedInto,
    erasedAt: iso(erasedAt),
  }
}

/** Converts a sign-in of an end user for merchants. */
export function toEndUserSession({ createdAt, lastUsedAt, expiresAt, ...session }: EndUserSession) {
  return {
    ...session,
    createdAt: iso(createdAt),
    lastUsedAt: iso(lastUsedAt),
    expiresAt: iso(expiresAt),
  }
}

/** Converts a sign-in for its own end user; `currentId` is the sign-in of the request. */
export function toOwnSession(session: EndUserSession, currentId: string) {
  return { ...toEndUserSession(session), current: session.id === currentId }
}
