import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { changedRows, rows } from '#kernel/database/sql'
import DeleteDroppedFiles from '#kernel/files/delete_dropped_files'
import type { Millis } from '#kernel/time/millis'

const DAY: Millis = 24 * 3600 * 1000

/** Milliseconds that the row of an incomplete upload and the record of a download are kept (contract/12-releases). */
const KEPT = { part: DAY, download: 90 * DAY }

/** Rows that one statement deletes. */
const CHUNK = 5000

/**
 * Deletes the remains of interrupted uploads, the files of deleted artifacts, and old downloads. It is idempotent, and
 * can be interrupted at any point.
 */
@inject()
export default class ClearArtifacts {
  constructor(protected droppedFiles: DeleteDroppedFiles) {}

  async execute(now: Millis = Date.now()) {
    await rows(db.connection(), 'delete from artifacts where stored_at is null and created_at < ?', [
      new Date(now - KEPT.part),
    ])
    await this.#forget(new Date(now - KEPT.download))
    await this.droppedFiles.execute()
  }

  async #forget(before: Date) {
    const sql = `delete from downloads where ctid = any (array(
      select ctid from downloads where created_at < ? limit ${CHUNK}))`
    while ((await changedRows(db.connection(), sql, [before])) === CHUNK);
  }
}
