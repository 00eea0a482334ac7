import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import RunOperation from '#operations/actions/run_operation'
import FindOperation from '#operations/queries/find_operation'
import { rows } from '#kernel/database/sql'

/** Locks licenses as a process that stalls in the middle of a transaction; returns a function that releases them. */
export async function hold(ids: string[]) {
  const trx = await db.transaction()
  await rows(trx, 'select id from licenses where id = any(?::uuid[]) order by id for update', [ids])
  return async () => {
    if (!trx.isCompleted) await trx.rollback()
  }
}

/** Locks a license while `work` runs, as a long write of another caller would. */
export async function holding<T>(licenseId: string, work: () => Promise<T>): Promise<T> {
  const letGo = await hold([licenseId])
  try {
    return await work()
  } finally {
    await letGo()
  }
}

/** Works on an operation for one time slice, as a job does. */
export async function slice(id: string) {
  const run = await app.container.make(RunOperation)
  return run.execute(id, { signal: new AbortController().signal })
}

/** An operation in its current state. */
export async function find(id: string) {
  return (await new FindOperation().byId(id))!
}

/**
 * Makes chunks that were given back due immediately. It skips locked chunks, because two of these calls at once would
 * otherwise wait for each other's rows.
 */
export function hurry(id: string) {
  const sql = `update operation_chunks c set not_before = null
    from (select operation_id, position from operation_chunks
      where operation_id = ? and not_before is not null and done_at is null for update skip locked) waiting
    where c.operation_id = waiting.operation_id and c.position = waiting.position`
  return rows(db.connection(), sql, [id])
}

/** The number of these licenses that are not locked. */
export async function freeOf(ids: string[]): Promise<number> {
  const sql = 'select id from licenses where id = any(?::uuid[]) for update skip locked'
  return (await rows(db.connection(), sql, [ids])).length
}
