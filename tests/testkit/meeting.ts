import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { lockWaits } from './lock_waits.js'

/** Runs two calls while `sql` locks rows that the first call needs, and releases them when both calls wait. */
export async function meeting<First, Second>(
  sql: string,
  first: () => Promise<First>,
  second: () => Promise<Second>
) {
  const held = await db.transaction()
  try {
    await rows(held, sql)
    const one = first()
    await lockWaits(1)
    const other = second()
    await lockWaits(2)
    await held.rollback()
    return await Promise.all([one, other])
  } finally {
    if (!held.isCompleted) await held.rollback()
  }
}
