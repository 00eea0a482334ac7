import db from '@adonisjs/lucid/services/db'
import { firstRow, millis } from '#kernel/database/sql'

/** Milliseconds after which the database is asked for the time again. */
const REFRESH = 5000

/** The engine's clock, in milliseconds since the epoch. */
export type Clock = {
  now(): number
  /** Puts it right; called often, and cheap when there is nothing to do. */
  synchronize(): Promise<void>
}

/**
 * The clock of Postgres, counted on in between by one that only goes forward. Leases and retries are written by
 * one process and read by another: with one clock for all of them, a machine whose clock is wrong or is set
 * anew neither sends what another has in hand, nor too early, nor too late.
 */
export default class DatabaseClock implements Clock {
  #origin = Date.now() - performance.now()
  #asked = -Infinity

  now() {
    return Math.floor(this.#origin + performance.now())
  }

  async synchronize() {
    const before = performance.now()
    if (before - this.#asked < REFRESH) return
    const time = await firstRow<{ at: number }>(
      db.connection(),
      `select ${millis('clock_timestamp()', 'at')}`
    )
    this.#asked = before
    this.#origin = time!.at - (before + performance.now()) / 2
  }
}
