import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'

/** How long a process keeps an entry. Milliseconds (contract/10-storefront#106-processor-events). */
const KEPT = 60_000

/** The maximum number of entries. Beyond it, the oldest entry is removed. */
const MOST = 10_000

type Entry = { orgId: string; value: unknown; until: Millis }

const entries = new Map<string, Entry>()
let generation = 0

/**
 * Caches what visitors read, in this process for a minute. A change of the storefront or its listings that this process
 * commits removes the entries of its org at once. A read that began before a change is not cached, because it may be
 * outdated.
 */
export async function keptShop<Value extends { orgId: string }>(
  key: string,
  read: () => Promise<Value>,
  now: Millis = Date.now()
): Promise<Value> {
  const known = entries.get(key)
  if (known && known.until > now) return known.value as Value
  const began = generation
  const value = await read()
  if (began === generation) keep(key, { orgId: value.orgId, value, until: now + KEPT })
  return value
}

/** Removes the entries of an org from the cache, after the transaction has committed. */
export function forgetShopAfter(trx: Trx, orgId: string) {
  trx.after('commit', () => forgetShop(orgId))
}

function forgetShop(orgId: string) {
  generation++
  for (const [key, entry] of entries) if (entry.orgId === orgId) entries.delete(key)
}

function keep(key: string, entry: Entry) {
  entries.delete(key)
  entries.set(key, entry)
  if (entries.size <= MOST) return
  const [oldest] = entries.keys()
  entries.delete(oldest)
}
