import db from '@adonisjs/lucid/services/db'
import { limits } from '#config/limits'
import { rows } from '#kernel/database/sql'

/**
 * Lowers limits until the end of a test: `using _ = lowered({ ipPerMinute: 3 })`. The service runs in the process of
 * the tests, so the change takes effect immediately.
 */
export function lowered(changes: Partial<typeof limits>): Disposable {
  const before = { ...limits }
  Object.assign(limits, changes)
  return { [Symbol.dispose]: () => void Object.assign(limits, before) }
}

/** Removes the Postgres function that counts against the limits while `work` runs. */
export async function withoutLimits(work: () => Promise<void>) {
  await rows(db.connection(), 'alter function consume_windows rename to consume_windows_away')
  try {
    await work()
  } finally {
    await rows(db.connection(), 'alter function consume_windows_away rename to consume_windows')
  }
}
