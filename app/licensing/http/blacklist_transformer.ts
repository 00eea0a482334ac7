import type { BlacklistEntry } from '#licensing/queries/list_blacklist'
import { iso } from '#kernel/time/iso'

/** Returns an entry of a blacklist as answers show it (contract#blacklists). */
export function toEntry({ id, type, value, reason, hits, lastHitAt, createdAt }: BlacklistEntry) {
  return { id, type, value, reason, hits, lastHitAt: iso(lastHitAt), createdAt: iso(createdAt) }
}
