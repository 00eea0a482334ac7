import type { ClaimedDelivery } from './claims.js'

/** The most deliveries of one endpoint that a process keeps at hand. */
const MAX_WINDOW = 600

/** Milliseconds within which an attempt must end to show that its endpoint keeps up. */
const QUICK = 1000

/** A claimed delivery with the moment at which it was claimed. */
export type Waiting = { delivery: ClaimedDelivery; claimedAt: number }

/**
 * The work of this process for one endpoint: waiting deliveries, attempts in flight, and results that
 * are not written yet.
 */
export default class Lane {
  waiting: Waiting[] = []
  inFlight = 0
  unwritten = 0

  /** Attempts that ended quickly since the last claim: how fast the endpoint keeps up. */
  #quick = 0

  constructor(protected cap: number) {}

  get inHand() {
    return this.waiting.length + this.inFlight + this.unwritten
  }

  /** The next delivery that may be attempted now: never more at a time than the cap allows. */
  next(): Waiting | undefined {
    if (this.inFlight >= this.cap) return undefined
    const next = this.waiting.shift()
    if (next) this.inFlight++
    return next
  }

  /** Nothing is in hand, and nothing has ended since the last claim. */
  get idle() {
    return this.inHand === 0 && this.#quick === 0
  }

  /** An attempt was not made after all. */
  abandoned() {
    this.inFlight--
  }

  /** An attempt has ended; its result is still to be written. */
  ended(durationMs: number) {
    this.inFlight--
    this.unwritten++
    if (durationMs < QUICK) this.#quick++
  }

  written() {
    this.unwritten--
  }

  /**
   * How many due deliveries may be claimed of this endpoint in all, as far as it has just answered as many;
   * null when it has not, so that one that hangs holds no more than any endpoint may.
   */
  takeWindow(): number | null {
    const more = Math.max(0, this.#quick * 3 - this.waiting.length)
    this.#quick = 0
    return more === 0 ? null : Math.min(MAX_WINDOW, this.inHand + more)
  }
}
