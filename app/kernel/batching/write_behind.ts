import logger from '@adonisjs/core/services/logger'
import { databaseFault, isStoreAway } from '#kernel/refusals/database_faults'
import { authorizeTransaction } from '#kernel/database/authorize_store'
import type { SqlTransaction } from '#kernel/database/sql'

type Options<One> = {
  /** Notes of one key become one. */
  keyOf: (one: One) => string
  /** Merges two notes of one key; the newer one wins by default. */
  merge?: (older: One, newer: One) => One
  /** Writes some notes; answers with those that must be tried again. */
  write: (trx: SqlTransaction, some: One[]) => Promise<One[] | void>
}

/** Milliseconds between two flushes while there is anything to write. */
const INTERVAL = 250
const ROWS_PER_STATEMENT = 500

/**
 * Notes that are kept in memory for up to a quarter of a second and then written in sets. A killed process
 * loses that quarter, so nothing may depend on a note that an answer promises.
 */
export default class WriteBehind<One> {
  #noted = new Map<string, One>()
  #timer: NodeJS.Timeout | null = null
  #flushing: Promise<void> | null = null

  constructor(protected options: Options<One>) {}

  note(one: One) {
    this.#put(one)
    this.#timer ??= setTimeout(() => void this.#onTimer(), INTERVAL).unref()
  }

  /** Writes everything that was noted before this call. Notes that cannot be written are kept for the next time. */
  async flush() {
    await this.#flushing
    this.#flushing = this.#drain().finally(() => (this.#flushing = null))
    await this.#flushing
  }

  /** A timer has nobody to tell of an error; `#write` keeps or gives up what cannot be written. */
  async #onTimer() {
    await this.flush()
    this.#timer = this.#noted.size > 0 ? setTimeout(() => void this.#onTimer(), INTERVAL).unref() : null
  }

  async #drain() {
    const noted = [...this.#noted.values()]
    this.#noted.clear()
    for (let at = 0; at < noted.length; at += ROWS_PER_STATEMENT) {
      const left = await this.#write(noted.slice(at, at + ROWS_PER_STATEMENT))
      for (const one of left) this.#putBack(one)
    }
  }

  /**
   * Writes notes in one transaction, and in halves when that fails for a reason that can lie in one of them. A note that
   * the database refuses by itself is given up: it must not hold the others back for ever.
   */
  async #write(some: One[]): Promise<One[]> {
    try {
      return (await authorizeTransaction((trx) => this.options.write(trx, some))) ?? []
    } catch (error) {
      if (isStoreAway(error)) return some
      if (some.length > 1) {
        const half = Math.ceil(some.length / 2)
        return [...(await this.#write(some.slice(0, half))), ...(await this.#write(some.slice(half)))]
      }
      if (databaseFault(error) === 'down') return some
      logger.error({ err: error }, 'a note of a runtime call cannot be written')
      return []
    }
  }

  #put(one: One) {
    const key = this.options.keyOf(one)
    const known = this.#noted.get(key)
    this.#noted.set(key, known && this.options.merge ? this.options.merge(known, one) : one)
  }

  /** What was noted meanwhile is newer. */
  #putBack(one: One) {
    const key = this.options.keyOf(one)
    const newer = this.#noted.get(key)
    if (!newer) this.#noted.set(key, one)
    else if (this.options.merge) this.#noted.set(key, this.options.merge(one, newer))
  }
}
