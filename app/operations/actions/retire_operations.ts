import db from '@adonisjs/lucid/services/db'
import drive from '@adonisjs/drive/services/main'
import { databaseMoment } from '#kernel/database/database_moment'
import { firstRow, rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import FileDeletions from '#kernel/files/file_deletions'
import type { Millis } from '#kernel/time/millis'
import { kindOf, OPERATION_TYPES } from '#operations/kinds/registry'

const DAY = 86_400_000

/** Retention of files and item results, and of the operations themselves (contract#retention). */
const DETAILS_KEPT = 7 * DAY
const OPERATIONS_KEPT = 90 * DAY

/** A file of this age without an operation belongs to a process that died before it stored the operation. */
const ORPHAN_AGE = DAY

/** The folders in which kinds keep files. */
const FOLDERS = OPERATION_TYPES.flatMap((type) => kindOf(type).files ?? [])

const BATCH = 100

type Finished = { id: string; finishedAt: Date }

/** Before the first operation. */
const START: Finished = { id: '00000000-0000-0000-0000-000000000000', finishedAt: new Date(0) }

/**
 * Deletes files, item results and operations after their retention periods. It deletes files before the rows that
 * name them, so an interrupted run leaves no files that a later run cannot find. Operations end by the clock of the
 * database, so their age goes by it too, unless `moment` is given.
 */
export default class RetireOperations {
  /** @throws an error about the files that cannot be deleted, after everything else is. */
  async execute(moment?: Millis) {
    const now = moment ?? (await databaseMoment(db.connection()))
    const deletions = new FileDeletions()
    let last: Finished | undefined = START
    while (last && !deletions.givenUp) last = await this.#retireSome(last, now, deletions)
    await rows(db.connection(), 'delete from operations where finished_at < ?', [
      new Date(now - OPERATIONS_KEPT),
    ])
    await this.#discardOrphans(now, deletions)
    deletions.assertAll()
  }

  /** Retires the oldest operations after `last`. Returns the last of them; undefined if no more follow. */
  async #retireSome(last: Finished, now: number, deletions: FileDeletions): Promise<Finished | undefined> {
    const old = await rows<Finished>(
      db.connection(),
      `select id, finished_at as "finishedAt" from operations
       where retired_at is null and finished_at < ? and (finished_at, id) > (?, ?::uuid)
       order by finished_at, id limit ?`,
      [new Date(now - DETAILS_KEPT), last.finishedAt, last.id, BATCH]
    )
    for (const { id } of old) {
      await deletions.attempt(`operations/${id}`, () => this.#retire(id, now))
    }
    return old.length === BATCH ? old.at(-1) : undefined
  }

  /**
   * Retires one operation under its lock: an operation that is retried just now keeps its files, and a later retry finds
   * them gone.
   */
  async #retire(id: string, now: number) {
    await transaction(async (trx) => {
      const old = `select 1 from operations where id = ? and retired_at is null and finished_at < ?
        for no key update skip locked`
      if (!(await firstRow(trx, old, [id, new Date(now - DETAILS_KEPT)]))) return
      for (const { name } of FOLDERS) await drive.use().deleteAll(`${name}/${id}`)
      await rows(trx, 'delete from operation_items where operation_id = ?', [id])
      const retired = `update operations set retired_at = ?, stored_bytes = 0, result = result - 'file' where id = ?`
      await rows(trx, retired, [new Date(now), id])
    })
  }

  /** Deletes files whose operation does not exist: abandoned uploads, and all files of deleted orgs. */
  async #discardOrphans(now: number, deletions: FileDeletions) {
    for (const { name, precedeOperation } of FOLDERS) {
      const stored = await storedUnder(name)
      const old = precedeOperation ? stored.filter((id) => madeAt(id) < now - ORPHAN_AGE) : stored
      for (const id of await unknown(old)) {
        const path = `${name}/${id}`
        await deletions.attempt(path, () => drive.use().deleteAll(path))
      }
    }
  }
}

/** Returns the ids that belong to no operation. */
async function unknown(ids: string[]): Promise<string[]> {
  const known = await rows<{ id: string }>(
    db.connection(),
    'select id from operations where id = any(?::uuid[])',
    [ids]
  )
  const living = new Set(known.map(({ id }) => id))
  return ids.filter((id) => !living.has(id))
}

/** The operation ids under which a folder stores files. */
async function storedUnder(folder: string): Promise<string[]> {
  const found: string[] = []
  for (let paginationToken: string | undefined; ;) {
    const page = await drive
      .use()
      .listAll(folder, { paginationToken })
      .catch(() => null)
    for (const entry of page?.objects ?? []) if (entry.isDirectory) found.push(entry.name)
    paginationToken = page?.paginationToken
    if (!paginationToken) return found.filter((name) => /^[0-9a-f-]{36}$/.test(name))
  }
}

/** The creation time in a UUID version 7, in milliseconds since the epoch. */
function madeAt(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
}
