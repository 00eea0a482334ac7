import { rows } from './sql.js'
import type { Trx } from './unit_of_work.js'

/**
 * Runs a part of a transaction that may fail without ending all of it. If `work` throws, its own writes and locks are
 * undone and the transaction can go on. Use it wherever a database error is caught inside a transaction: without a
 * savepoint, Postgres refuses every later statement (25P02).
 */
export async function inSavepoint<T>(trx: Trx, work: () => Promise<T>): Promise<T> {
  await rows(trx, 'savepoint part')
  try {
    const result = await work()
    await rows(trx, 'release savepoint part')
    return result
  } catch (error) {
    // If this fails, the connection is broken: the cause is the error of the work.
    await goBack(trx).catch(() => {})
    throw error
  }
}

/** Without the release, a failed part around this one would go back to this savepoint only, because both have one name. */
async function goBack(trx: Trx) {
  await rows(trx, 'rollback to savepoint part')
  await rows(trx, 'release savepoint part')
}
