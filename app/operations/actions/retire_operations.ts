import db from '@adonisjs/lucid/services/db'
import drive from '@adonisjs/drive/services/main'
import { rows } from '#kernel/database/sql'
import { kindOf, OPERATION_TYPES } from '#operations/kinds/registry'

const DAY = 86_400_000

/** How long files and item results are kept, and the operations themselves (contract#retention). */
const DETAILS_KEPT = 7 * DAY
const OPERATIONS_KEPT = 90 * DAY

/** A file without an operation this old belongs to a process that died before it stored the operation. */
const ORPHAN_AGE = DAY

/** Where kinds keep files. */
const FOLDERS = OPERATION_TYPES.flatMap((type) => kindOf(type).files ?? [])

const BATCH = 100

/**
 * Deletes what is kept no longer: first the files, then the rows that know of them, so that a run that is cut
 * off leaves nothing that nobody would find again.
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

  /**
   * Deletes files of operations that are not there: uploads that never became one, and everything of deleted orgs.
   */
  async #discardOrphans(now: number) {
    for (const { name, precedeOperation } of FOLDERS) {
      const stored = await storedUnder(name)
      const old = precedeOperation ? stored.filter((id) => madeAt(id) < now - ORPHAN_AGE) : stored
      for (const id of await unknown(old)) await drive.use().deleteAll(`${name}/${id}`)
    }
  }
}

/** Those of the ids that are no operations. */
async function unknown(ids: string[]): Promise<string[]> {
  const known = await rows<{ id: string }>(
    db.connection(),
    'select id from operations where id = any(?::uuid[])',
    [ids]
  )
  const living = new Set(known.map(({ id }) => id))
  return ids.filter((id) => !living.has(id))
}

/** The operations under whose id something is stored in a folder. */
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

/** The moment that a UUID version 7 carries. */
function madeAt(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
}
