import db from '@adonisjs/lucid/services/db'
import drive from '@adonisjs/drive/services/main'
import { rows } from '#kernel/database/sql'
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

/**
 * Deletes files, item results and operations after their retention periods. It deletes files before the rows that
 * name them, so an interrupted run leaves no files that a later run cannot find.
 */
export default class RetireOperations {
  async execute(now = Date.now()) {
    while ((await this.#retireSome(now)) === BATCH);
    await rows(db.connection(), 'delete from operations where finished_at < ?', [
      new Date(now - OPERATIONS_KEPT),
    ])
    await this.#discardOrphans(now)
  }

  async #retireSome(now: number): Promise<number> {
    const old = await rows<{ id: string }>(
      db.connection(),
      'select id from operations where retired_at is null and finished_at < ? order by finished_at limit ?',
      [new Date(now - DETAILS_KEPT), BATCH]
    )
    for (const { id } of old) {
      for (const { name } of FOLDERS) await drive.use().deleteAll(`${name}/${id}`)
    }
    const ids = old.map(({ id }) => id)
    await rows(db.connection(), 'delete from operation_items where operation_id = any(?::uuid[])', [ids])
    await rows(
      db.connection(),
      `update operations set retired_at = ?, stored_bytes = 0, result = result - 'file'
       where id = any(?::uuid[]) and finished_at is not null`,
      [new Date(now), ids]
    )
    return old.length
  }

  /** Deletes files whose operation does not exist: abandoned uploads, and all files of deleted orgs. */
  async #discardOrphans(now: number) {
    for (const { name, precedeOperation } of FOLDERS) {
      const stored = await storedUnder(name)
      const old = precedeOperation ? stored.filter((id) => madeAt(id) < now - ORPHAN_AGE) : stored
      for (const id of await unknown(old)) await drive.use().deleteAll(`${name}/${id}`)
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
