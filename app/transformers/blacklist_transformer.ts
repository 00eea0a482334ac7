import type { BlacklistEntry } from '#queries/blacklists/list_blacklist'
import { iso } from './timestamps.js'

/** An entry of a blacklist (contract#blacklists). */
export function toEntry({ id, type, value, reason, hits, lastHitAt, createdAt }: BlacklistEntry) {
  return { id, type, value, reason, hits, lastHitAt: iso(lastHitAt), createdAt: iso(createdAt) }
}
