import { bytesOf, KeptBySize } from '#kernel/batching/kept_by_size'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'

/** How long a process keeps an entry. Milliseconds (contract/10-storefront#106-processor-events). */
const KEPT = 60_000

/** The most bytes that all entries may take in memory, by `bytesOf`. The answers built from them take as much again. */
const MOST_BYTES = 32 * 1024 * 1024

type Entry = { orgId: string; value: unknown; until: Millis }

/**
 * Keeps what visitors read, for a minute.
 *
 * @internal
 */
export class PublicShops {
  #generation = 0

  constructor(protected entries = new KeptBySize<Entry>(MOST_BYTES)) {}

  /** A read that began before a change is not kept, because it may be outdated. */
  async read<Value extends { orgId: string }>(
    key: string,
    read: () => Promise<Value>,
    now: Millis
  ): Promise<Value> {
    const known = this.entries.get(key)
    if (known && known.until > now) return known.value as Value
    const began = this.#generation
    const value = await read()
    if (began === this.#generation) this.#keep(key, value, now)
    return value
  }

  /** Removes the entries of an org. */
  forget(orgId: string) {
    this.#generation++
    for (const [key, entry] of this.entries) if (entry.orgId === orgId) this.entries.forget(key)
  }

  #keep(key: string, value: { orgId: string }, now: Millis) {
    // All entries are kept equally long, so the oldest ones end first.
    for (const [oldest, { until }] of this.entries) {
      if (until > now) break
      this.entries.forget(oldest)
    }
    this.entries.set(key, { orgId: value.orgId, value, until: now + KEPT }, bytesOf(value))
  }
}

const shops = new PublicShops()

/**
 * Caches what visitors read, in this process for a minute. A change of the storefront or its listings that this process
 * commits removes the entries of its org at once.
 */
export function keptShop<Value extends { orgId: string }>(
  key: string,
  read: () => Promise<Value>
): Promise<Value> {
  return shops.read(key, read, Date.now())
}

/** Removes the entries of an org from the cache, after the transaction has committed. */
export function forgetShopAfter(trx: Trx, orgId: string) {
  trx.after('commit', () => shops.forget(orgId))
}
