import db from '@adonisjs/lucid/services/db'
import drive from '@adonisjs/drive/services/main'
import { rows } from '#kernel/database/sql'
import FileDeletions from './file_deletions.js'

/** Files per round. */
const BATCH = 100

type Dropped = { path: string; droppedAt: Date }

/** Before the first row. */
const START: Dropped = { path: '', droppedAt: new Date(0) }

/**
 * Deletes the files whose rows are gone. It deletes the file before the row that names it, so an aborted run loses
 * none.
 */
export default class DeleteDroppedFiles {
  /** @throws an error about the files that cannot be deleted, after all others are. */
  async execute() {
    const deletions = new FileDeletions()
    let last: Dropped | undefined = START
    while (last && !deletions.givenUp) last = await this.#deleteSome(last, deletions)
    deletions.assertAll()
  }

  /** Deletes the oldest files after `last`. Returns the last of them; undefined if no more follow. */
  async #deleteSome(last: Dropped, deletions: FileDeletions): Promise<Dropped | undefined> {
    const dropped = await rows<Dropped>(
      db.connection(),
      `select path, dropped_at as "droppedAt" from dropped_files where (dropped_at, path) > (?, ?)
       order by dropped_at, path limit ?`,
      [last.droppedAt, last.path, BATCH]
    )
    const deleted: string[] = []
    for (const { path } of dropped) {
      if (await deletions.attempt(path, () => drive.use().delete(path))) deleted.push(path)
    }
    await rows(db.connection(), 'delete from dropped_files where path = any(?::text[])', [deleted])
    return dropped.length === BATCH ? dropped.at(-1) : undefined
  }
}
