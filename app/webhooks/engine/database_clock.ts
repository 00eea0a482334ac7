import db from '@adonisjs/lucid/services/db'
import { databaseMoment } from '#kernel/database/database_moment'

/** How often to read the time from the database. Milliseconds. */
const REFRESH = 5000

/** The engine's clock, in milliseconds since the epoch. */
export type Clock = {
  now(): number
  /** Adjusts the clock; callers may call it often, because it is cheap when nothing is due. */
  synchronize(): Promise<void>
}

/**
 * The clock of Postgres, extrapolated between two readings with a monotonic clock. One process writes leases and
 * retry times and another reads them, so all use one clock. A machine whose clock is wrong or gets adjusted therefore
 * neither takes over deliveries that another process still holds, nor sends too early or too late.
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
    const at = await databaseMoment(db.connection())
    this.#asked = before
    this.#origin = at - (before + performance.now()) / 2
  }
}
