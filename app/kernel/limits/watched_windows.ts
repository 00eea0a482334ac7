import type { Bucket } from './rate_limit_windows.js'
import { storedKey } from './window_keys.js'

/** The last known state of a window in the store, and the requests that this process has counted in it since. */
type Watched = {
  /** The last count from the store, plus the counts that the store has confirmed since. */
  used: number
  /** When the store was asked, in milliseconds since the epoch; 0 before its first response. */
  said: number
  /** Counted here and not sent to the store yet. */
  unsent: number
  /** Sent to the store, without a response yet. */
  ahead: number
  /** Ends with the last batch that took local counts along; null after its end. */
  carried: Promise<void> | null
  /** When the window may be forgotten if nothing else happens, in milliseconds since the epoch. */
  keptUntil: number
}

/** The watched windows of a batch on its way to the store, with the local counts that go with it. */
export type Trip = {
  sent: number
  /** Whether there are local counts. */
  loaded: boolean
  windows: { slot: number; window: Watched; count: number }[]
}

/** How long a response of the store is recent enough to count locally, in milliseconds. */
const GOOD_FOR = 250

/**
 * Windows in which this process may count requests locally for a moment. The local counts reach the store in one go,
 * before the next request of this process that names the same window. Near the limit only the store counts, so that a
 * window is full at exactly the right request.
 */
export default class WatchedWindows {
  #windows = new Map<string, Watched>()

  constructor(protected most = 10_000) {}

  get size() {
    return this.#windows.size
  }

  /** Starts to keep the store's counts of these windows, as long as there is room for more windows. */
  watch(buckets: Bucket[], now: number) {
    for (const { key, limit } of buckets) {
      const name = storedKey(key)
      if (limit < 0 || this.#windows.has(name) || this.#windows.size >= this.most) continue
      this.#windows.set(name, {
        used: 0,
        said: 0,
        unsent: 0,
        ahead: 0,
        carried: null,
        keptUntil: now + GOOD_FOR,
      })
    }
  }

  /** Counts one call in all these windows and returns the remaining calls of each; null if the store must be asked. */
  count(buckets: Bucket[], now: number): number[] | null {
    const counted: Watched[] = []
    const remaining: number[] = []
    for (const { key, limit } of buckets) {
      const window = limit < 0 ? null : this.#windows.get(storedKey(key))
      const left = window ? leftAfterOne(window, limit, now) : null
      if (left === null && limit >= 0) return null
      if (window) counted.push(window)
      remaining.push(left ?? -1)
    }
    for (const window of counted) window.unsent++
    return remaining
  }

  /** Hands over the local counts for the windows of a batch, in which `requests[at]` requests name `keys[at]`. */
  depart(keys: string[], requests: number[], now: number): Trip {
    const windows: Trip['windows'] = []
    keys.forEach((key, slot) => {
      const window = this.#windows.get(key)
      if (!window) return
      windows.push({ slot, window, count: window.unsent })
      window.ahead += window.unsent + requests[slot]
      window.unsent = 0
    })
    return { sent: now, loaded: windows.some(({ count }) => count > 0), windows }
  }

  /** Notes the end of a batch at those of its windows whose local counts it has taken along. */
  carry({ windows }: Trip, ended: Promise<void>) {
    for (const { window, count } of windows) if (count > 0) window.carried = ended
    const forget = () => {
      for (const { window } of windows) if (window.carried === ended) window.carried = null
    }
    ended.then(forget, forget)
  }

  /** Returns the end of a batch that carries local counts of one of these windows; null if there is none. */
  onTheWay(buckets: Bucket[]): Promise<void> | null {
    for (const { key } of buckets) {
      const carried = this.#windows.get(storedKey(key))?.carried
      if (carried) return carried
    }
    return null
  }

  /** Records the store's response: the count of each window after the batch; undefined if the response has none. */
  arrive({ sent, windows }: Trip, requests: number[], used: (number | undefined)[]) {
    for (const { slot, window, count } of windows) {
      const told = used[slot]
      window.ahead -= count + requests[slot]
      if (told === undefined) window.used += count
      else if (sent < window.said) window.used = Math.max(window.used, told)
      else Object.assign(window, { used: told, said: sent, keptUntil: sent + GOOD_FOR })
    }
  }

  /** Forgets windows whose counts may not have reached the store, so that the next call asks the store. */
  lose({ windows }: Trip) {
    const lost = new Set(windows.map(({ window }) => window))
    for (const [key, window] of this.#windows) if (lost.has(window)) this.#windows.delete(key)
  }

  /** Returns the windows with counts that were not sent to the store. */
  unsent(): string[] {
    return [...this.#windows].filter(([, { unsent }]) => unsent > 0).map(([key]) => key)
  }

  /** Forgets windows that have no recent count from the store. */
  forgetOld(now: number) {
    for (const [key, { unsent, ahead, keptUntil }] of this.#windows) {
      if (unsent + ahead === 0 && keptUntil <= now) this.#windows.delete(key)
    }
  }
}

/** The remaining calls after one more; null if few are left or if the known count is too old. */
function leftAfterOne({ used, said, unsent, ahead }: Watched, limit: number, now: number): number | null {
  if (now - said >= GOOD_FOR) return null
  const left = limit - (used + ahead + unsent + 1)
  return left >= limit / 10 && left > 0 ? left : null
}
