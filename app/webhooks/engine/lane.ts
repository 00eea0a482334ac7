import type { ClaimedDelivery } from './claims.js'

/** The most deliveries of one endpoint that a process holds. */
const MAX_WINDOW = 600

/** An attempt that ends within this time shows that its endpoint keeps up. Milliseconds. */
const QUICK = 1000

/** A claimed delivery with the time of its claim. */
export type Waiting = { delivery: ClaimedDelivery; claimedAt: number }

/** The work of this process for one endpoint: waiting deliveries, attempts in flight, and unwritten results. */
export default class Lane {
  waiting: Waiting[] = []
  inFlight = 0
  unwritten = 0

  /** Attempts that ended quickly since the last claim; shows how well the endpoint keeps up. */
  #quick = 0

  constructor(protected cap: number) {}

  get inHand() {
    return this.waiting.length + this.inFlight + this.unwritten
  }

  /** The next delivery to attempt now; undefined while the cap of attempts in flight is reached or none waits. */
  next(): Waiting | undefined {
    if (this.inFlight >= this.cap) return undefined
    const next = this.waiting.shift()
    if (next) this.inFlight++
    return next
  }

  /** Whether the lane holds no deliveries and no attempt has ended quickly since the last claim. */
  get idle() {
    return this.inHand === 0 && this.#quick === 0
  }

  /** Call this when a started attempt was not made. */
  abandoned() {
    this.inFlight--
  }

  /** Call this when an attempt has ended and its result is not written yet. */
  ended(durationMs: number) {
    this.inFlight--
    this.unwritten++
    if (durationMs < QUICK) this.#quick++
  }

  written() {
    this.unwritten--
  }

  /**
   * How many due deliveries of this endpoint may be claimed in all, based on its recent quick attempts. Null if there
   * were too few, so that an endpoint that hangs gets no more than the default.
   */
  takeWindow(): number | null {
    const more = Math.max(0, this.#quick * 3 - this.waiting.length)
    this.#quick = 0
    return more === 0 ? null : Math.min(MAX_WINDOW, this.inHand + more)
  }
}
