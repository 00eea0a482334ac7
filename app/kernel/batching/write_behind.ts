import logger from '@adonisjs/core/services/logger'
import { databaseFault, isStoreAway } from '#kernel/refusals/database_faults'
import {
  authorizeConnection,
  authorizeTransaction,
  traceableTransaction,
} from '#kernel/database/authorize_store'
import { commitOutcome, UnknownOutcome, type CommitOutcome } from '#kernel/database/commit_outcome'
import type { SqlTransaction } from '#kernel/database/sql'

type Options<One> = {
  /** Notes with the same key are combined into one. */
  keyOf: (one: One) => string
  /**
   * Adds two notes with the same key; by default the newer one wins. Notes that add must not be written twice, while the
   * others may be.
   */
  merge?: (older: One, newer: One) => One
  /** Writes some notes; returns those that must be tried again, which notes that add never are. */
  write: (trx: SqlTransaction, some: One[]) => Promise<One[] | void>
}

/** Milliseconds between two flushes while there are notes to write. */
const INTERVAL = 250
const ROWS_PER_STATEMENT = 500

/** Notes that add, in a transaction whose COMMIT got no answer. */
type Unsettled<One> = { transactionId: string; notes: One[] }

/**
 * Buffers notes for up to 250 ms and writes them in batches. A crash loses the buffer, so never use it for anything
 * that a response has promised.
 *
 * If a COMMIT gets no answer, notes that add are neither written again nor merged with later ones until Postgres says
 * that their transaction was aborted. Until it says what became of them, the later ones wait, so that a store whose
 * commits are stuck gets no further ones, and at most one batch is unsettled.
 */
export default class WriteBehind<One> {
  #noted = new Map<string, One>()
  #unsettled: Unsettled<One>[] = []
  #timer: NodeJS.Timeout | null = null
  /** The last flush. One follows the other, so that a flush ends after those before it. */
  #flushed = Promise.resolve()

  constructor(protected options: Options<One>) {}

  note(one: One) {
    this.#put(one)
    this.#timer ??= setTimeout(() => void this.#onTimer(), INTERVAL).unref()
  }

  /**
   * Writes all notes made before this call, even while earlier ones are unsettled: at the shutdown of the process there
   * is no later. Notes that cannot be written are kept for the next flush.
   */
  flush(): Promise<void> {
    return this.#inTurn(() => this.#drain())
  }

  #inTurn(drain: () => Promise<void>): Promise<void> {
    this.#flushed = this.#flushed.then(drain, drain)
    return this.#flushed
  }

  /** A timer has no caller to report an error to; `#write` keeps or drops notes that cannot be written. */
  async #onTimer() {
    await this.#inTurn(() => this.#drain({ patient: true }))
    const left = this.#noted.size + this.#unsettled.length
    this.#timer = left > 0 ? setTimeout(() => void this.#onTimer(), INTERVAL).unref() : null
  }

  async #drain({ patient = false } = {}) {
    await this.#settle()
    const noted = [...this.#noted.values()]
    this.#noted.clear()
    for (let at = 0; at < noted.length; at += ROWS_PER_STATEMENT) {
      const some = noted.slice(at, at + ROWS_PER_STATEMENT)
      const left = patient && this.#unsettled.length > 0 ? some : await this.#write(some)
      for (const one of left) this.#putBack(one)
    }
  }

  /**
   * Asks what became of unsettled notes. Only those of an aborted transaction are written again. Those of a forgotten one
   * are dropped: a count may be lost, but never doubled.
   */
  async #settle() {
    for (const one of this.#unsettled.splice(0)) {
      const outcome = await outcomeOf(one)
      if (outcome === 'in progress') this.#unsettled.push(one)
      if (outcome === 'aborted') one.notes.forEach((note) => this.#putBack(note))
    }
  }

  /**
   * Writes notes in one transaction; if that fails for a reason that may lie in a single note, it writes them in
   * halves. A single note that the database refuses is dropped, because it must not block the others forever.
   */
  async #write(some: One[]): Promise<One[]> {
    const inTransaction = this.options.merge ? traceableTransaction : authorizeTransaction
    try {
      return (await inTransaction((trx) => this.options.write(trx, some))) ?? []
    } catch (error) {
      if (error instanceof UnknownOutcome) {
        this.#unsettled.push({ transactionId: error.transactionId, notes: some })
        return []
      }
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

/** An outcome that cannot be read now is asked for again, like one that Postgres does not know yet. */
async function outcomeOf({ transactionId }: Unsettled<unknown>): Promise<CommitOutcome> {
  try {
    return await commitOutcome(authorizeConnection(), transactionId)
  } catch (error) {
    if (!isStoreAway(error))
      logger.warn({ err: error, transactionId }, 'the outcome of a commit cannot be read')
    return 'in progress'
  }
}
