import type { IssuedApiKey } from '#catalog/actions/create_api_key'
import type { ApiKeyRow } from '#catalog/queries/list_api_keys'
import { iso } from '#kernel/time/iso'

/** An API key in lists, without its secrets (contract#api-keys). */
export function toApiKey({ id, name, permissions, last4, ...times }: ApiKeyRow) {
  return {
    id,
    name,
    permissions,
    last4,
    expiresAt: iso(times.expiresAt),
    createdAt: iso(times.createdAt),
    lastUsedAt: iso(times.lastUsedAt),
    revokedAt: iso(times.revokedAt),
  }
}

/** A key that was just issued or rotated, with its two secrets. They are shown only this time. */
export function toIssuedApiKey(issued: IssuedApiKey) {
  return { ...issued, expiresAt: iso(issued.expiresAt), createdAt: iso(issued.createdAt) }
}
