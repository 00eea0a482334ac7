import db from '@adonisjs/lucid/services/db'
import drive from '@adonisjs/drive/services/main'
import { rows } from '#kernel/database/sql'

/** Files per round. */
const BATCH = 100

/**
 * Deletes the files whose rows are gone. It deletes the file before the row that names it, so an aborted run loses
 * none.
 */
export default class DeleteDroppedFiles {
  async execute() {
    while ((await this.#deleteSome()) === BATCH);
  }

  async #deleteSome(): Promise<number> {
    const dropped = await rows<{ path: string }>(
      db.connection(),
      'select path from dropped_files order by dropped_at limit ?',
      [BATCH]
    )
    for (const { path } of dropped) await drive.use().delete(path)
    const paths = dropped.map(({ path }) => path)
    await rows(db.connection(), 'delete from dropped_files where path = any(?::text[])', [paths])
    return dropped.length
  }
}
