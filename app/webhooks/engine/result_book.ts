import { OutageLog } from '#kernel/observe/outage_log'
import { writeHealth, writeResults, type AttemptResult } from './results.js'

/** How long results are collected before they are written together. Milliseconds. */
const COLLECT = 10
const MAX_BATCH = 1000
const AFTER_ERROR = 500

/** How often endpoint health is written, in milliseconds: less often than results, because it is only displayed. */
const HEALTH_EVERY = 200

/**
 * Collects the results of attempts and writes them in batches. While Postgres is unavailable, results stay in memory.
 * If the process dies, their attempts are made again after the leases expire.
 */
export default class ResultBook {
  #results: AttemptResult[] = []
  #health: AttemptResult[] = []
  #healthWrittenAt = 0
  #timer: NodeJS.Timeout | null = null
  /** Whether the timer is for health alone. New results do not wait for it. */
  #relaxed = false
  #writing: Promise<void> | null = null
  #outage = new OutageLog('webhook results are written again')

  /** Calls `written` with each result once it is durable. */
  constructor(
    protected written: (result: AttemptResult) => void,
    protected healthEveryMs = HEALTH_EVERY
  ) {}

  /** How many results are not durable yet. */
  get pending() {
    return this.#results.length
  }

  add(result: AttemptResult) {
    this.#results.push(result)
    this.#schedule(COLLECT)
  }

  /** Writes everything that is pending. @throws the error of Postgres; the next call then writes the rest */
  async flush() {
    do {
      if (this.#timer) clearTimeout(this.#timer)
      this.#timer = null
      await this.#writing
      await this.#writeResults()
      await this.#writeHealth()
    } while (this.#writing || this.#results.length > 0 || this.#health.length > 0)
  }

  #schedule(ms: number, relaxed = false) {
    if (this.#writing || (this.#timer && !this.#relaxed)) return
    if (this.#timer) clearTimeout(this.#timer)
    this.#relaxed = relaxed
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#writing = this.#write()
    }, ms)
  }

  async #write() {
    let failed = false
    try {
      await this.#writeResults()
      if (Date.now() - this.#healthWrittenAt >= this.healthEveryMs) await this.#writeHealth()
      this.#outage.worked()
    } catch (error) {
      this.#outage.failed(error, 'webhook results could not be written and will be written again')
      failed = true
    } finally {
      this.#writing = null
    }
    if (failed) this.#schedule(AFTER_ERROR)
    else if (this.#results.length > 0) this.#schedule(COLLECT)
    else if (this.#health.length > 0) this.#schedule(this.healthEveryMs, true)
  }

  async #writeResults() {
    while (this.#results.length > 0) {
      // Remove the batch before writing it: two concurrent writers must not write the same results.
      const batch = this.#results.splice(0, MAX_BATCH)
      try {
        await writeResults(batch)
      } catch (error) {
        this.#results.unshift(...batch)
        throw error
      }
      this.#health.push(...batch)
      batch.forEach(this.written)
    }
  }

  async #writeHealth() {
    const batch = this.#health.splice(0)
    this.#healthWrittenAt = Date.now()
    try {
      await writeHealth(batch)
    } catch (error) {
      this.#health.unshift(...batch)
      throw error
    }
  }
}
