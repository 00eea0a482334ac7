import logger from '@adonisjs/core/services/logger'
import { databaseFault, isStoreAway } from '#kernel/refusals/database_faults'
import { authorizeTransaction } from '#kernel/database/authorize_store'
import type { SqlTransaction } from '#kernel/database/sql'

type Options<One> = {
  /** Notes with the same key are combined into one. */
  keyOf: (one: One) => string
  /** Merges two notes with the same key; by default the newer one wins. */
  merge?: (older: One, newer: One) => One
  /** Writes some notes; returns those that must be tried again. */
  write: (trx: SqlTransaction, some: One[]) => Promise<One[] | void>
}

/** Milliseconds between two flushes while there are notes to write. */
const INTERVAL = 250
const ROWS_PER_STATEMENT = 500

/**
 * Buffers notes for up to 250 ms and writes them in batches. A crash loses the buffer, so never use it for anything
 * that a response has promised.
 */
export default class WriteBehind<One> {
  #noted = new Map<string, One>()
  #timer: NodeJS.Timeout | null = null
  /** The last flush. One follows the other, so that a flush ends after those before it. */
  #flushed = Promise.resolve()

  constructor(protected options: Options<One>) {}

  note(one: One) {
    this.#put(one)
    this.#timer ??= setTimeout(() => void this.#onTimer(), INTERVAL).unref()
  }

  /** Writes all notes made before this call. Notes that cannot be written are kept for the next flush. */
  flush(): Promise<void> {
    const drain = () => this.#drain()
    this.#flushed = this.#flushed.then(drain, drain)
    return this.#flushed
  }

  /** A timer has no caller to report an error to; `#write` keeps or drops notes that cannot be written. */
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
   * Writes notes in one transaction; if that fails for a reason that may lie in a single note, it writes them in
   * halves. A single note that the database refuses is dropped, because it must not block the others forever.
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

  /** A note that was made during the write is newer. */
  #putBack(one: One) {
    const key = this.options.keyOf(one)
    const newer = this.#noted.get(key)
    if (!newer) this.#noted.set(key, one)
    else if (this.options.merge) this.#noted.set(key, this.options.merge(one, newer))
  }
}
