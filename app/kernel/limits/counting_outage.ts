/** Milliseconds between two lines about an outage. */
const REPEATED = 60_000

/** Milliseconds without a failure after which a success ends an outage. A call that began before it may end in it. */
const QUIET = 1000

type Log = Record<'warn' | 'info', (facts: object, message: string) => void>

/**
 * Logs an outage of the store that counts something: its beginning with the cause, the same again at most once a minute,
 * and its end. A line for each request would fill the log (contract/01-changes: a cause is logged once).
 */
export class CountingOutage {
  #toldAt = -Infinity
  #failedAt = -Infinity
  #isOpen = false
  #failures = 0

  constructor(
    protected what: string,
    protected log: Log
  ) {}

  /** Notes that something could not be counted. `then` says what becomes of it. `now` in milliseconds. */
  failed(error: unknown, then: string, now = performance.now()) {
    this.#failures++
    this.#failedAt = now
    if (now - this.#toldAt < REPEATED) return
    this.#toldAt = now
    this.#isOpen = true
    this.log.warn({ err: error, failures: this.#failures }, `${this.what} cannot be counted: ${then}`)
  }

  /** Notes that something was counted. `now` in milliseconds. */
  worked(now = performance.now()) {
    if (!this.#isOpen || now - this.#failedAt < QUIET) return
    this.#isOpen = false
    this.log.info({ failures: this.#failures }, `${this.what} are counted again`)
    this.#failures = 0
  }
}
