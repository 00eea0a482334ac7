import type { Bucket } from './rate_limit_windows.js'
import { storedKey } from './window_keys.js'

/** What this process knows of a window from the store, and what it has counted in it since. */
type Watched = {
  /** As the store said last, with what it has confirmed since. */
  used: number
  /** When the store was asked, in epoch milliseconds; 0 before its first answer. */
  said: number
  /** Counted here, and not sent to the store yet. */
  unsent: number
  /** Sent to the store, which has not answered yet. */
  ahead: number
  /** Until when it is kept if nothing else happens, in epoch milliseconds. */
  keptUntil: number
}

/** What a batch takes along to the store: the windows that are watched among its own, and how much goes in each. */
export type Trip = { sent: number; windows: { slot: number; window: Watched; count: number }[] }

/** For how long an answer of the store is good enough to count by, in milliseconds. */
const GOOD_FOR = 250

/**
 * Windows whose calls this process may count by itself for a moment. Such counts reach the store together, before the next
 * request of this process that names the same window. Near its limit only the store counts, so that a window is full
 * at exactly the right call.
 */
export default class WatchedWindows {
  #windows = new Map<string, Watched>()

  constructor(protected most = 10_000) {}

  get size() {
    return this.#windows.size
  }

  /** Keeps what the store says of these windows from now on, as long as there is room to remember it. */
  watch(buckets: Bucket[], now: number) {
    for (const { key, limit } of buckets) {
      const name = storedKey(key)
      if (limit < 0 || this.#windows.has(name) || this.#windows.size >= this.most) continue
      this.#windows.set(name, { used: 0, said: 0, unsent: 0, ahead: 0, keptUntil: now + GOOD_FOR })
    }
  }

  /** Counts one call in all of these windows and answers with what is left of each; null if the store must be asked. */
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

  /** Takes along what was counted here in the windows of a batch, in which `requests[at]` requests name `keys[at]`. */
  depart(keys: string[], requests: number[], now: number): Trip {
    const windows: Trip['windows'] = []
    keys.forEach((key, slot) => {
      const window = this.#windows.get(key)
      if (!window) return
      windows.push({ slot, window, count: window.unsent })
      window.ahead += window.unsent + requests[slot]
      window.unsent = 0
    })
    return { sent: now, windows }
  }

  /** Notes the store's answer: how much each window held after the batch; undefined where it does not say. */
  arrive({ sent, windows }: Trip, requests: number[], used: (number | undefined)[]) {
    for (const { slot, window, count } of windows) {
      const told = used[slot]
      window.ahead -= count + requests[slot]
      if (told === undefined) window.used += count
      else if (sent < window.said) window.used = Math.max(window.used, told)
      else Object.assign(window, { used: told, said: sent, keptUntil: sent + GOOD_FOR })
    }
  }

  /** Forgets windows whose counts were lost on the way: the next call asks the store. */
  lose({ windows }: Trip) {
    const lost = new Set(windows.map(({ window }) => window))
    for (const [key, window] of this.#windows) if (lost.has(window)) this.#windows.delete(key)
  }

  /** The windows with counts that the store has not received. */
  unsent(): string[] {
    return [...this.#windows].filter(([, { unsent }]) => unsent > 0).map(([key]) => key)
  }

  /** Forgets windows that the store has said nothing of for a while. */
  forgetOld(now: number) {
    for (const [key, { unsent, ahead, keptUntil }] of this.#windows) {
      if (unsent + ahead === 0 && keptUntil <= now) this.#windows.delete(key)
    }
  }
}

/** What is left of a window after one more call; null if that is little, or if what is known of the window is old. */
function leftAfterOne({ used, said, unsent, ahead }: Watched, limit: number, now: number): number | null {
  if (now - said >= GOOD_FOR) return null
  const left = limit - (used + ahead + unsent + 1)
  return left >= limit / 10 && left > 0 ? left : null
}
