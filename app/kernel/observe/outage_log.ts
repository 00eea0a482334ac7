import logger from '@adonisjs/core/services/logger'

/** Milliseconds between two lines about an outage. */
const REPEATED = 60_000

/** Milliseconds without a failure after which a success ends an outage. A call that began before it may end in it. */
const QUIET = 1000

type Log = Record<'warn' | 'info', (facts: object, message: string) => void>

const service: Log = {
  warn: (facts, message) => logger.warn(facts, message),
  info: (facts, message) => logger.info(facts, message),
}

/**
 * Logs an outage of something that is used often: its beginning with the cause, the same again at most once a minute,
 * and its end. A line for each failure would fill the log (contract/01-changes: a cause is logged once).
 */
export class OutageLog {
  #toldAt = -Infinity
  #failedAt = -Infinity
  #isOpen = false
  #failures = 0

  /** `over` is what the log says at the end of an outage; each line has the `facts`. */
  constructor(
    protected over: string,
    protected facts: object = {},
    protected log: Log = service
  ) {}

  /** Notes a failure; `what` says what failed and what becomes of it. `now` in milliseconds. */
  failed(error: unknown, what: string, now = performance.now()) {
    this.#failures++
    this.#failedAt = now
    if (now - this.#toldAt < REPEATED) return
    this.#toldAt = now
    this.#isOpen = true
    this.log.warn({ err: error, ...this.facts, failures: this.#failures }, what)
  }

  /** Notes a success. `now` in milliseconds. */
  worked(now = performance.now()) {
    if (!this.#isOpen || now - this.#failedAt < QUIET) return
    this.#isOpen = false
    this.log.info({ ...this.facts, failures: this.#failures }, this.over)
    this.#failures = 0
  }
}
