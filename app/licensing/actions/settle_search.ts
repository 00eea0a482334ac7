import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'

/**
 * Moves the keys of new licenses from the waiting list of the search index into the index itself. Postgres keeps
 * them on that list so that creating stays cheap, but every search reads the whole of it, and whoever adds the key
 * that is too many waits until all are moved; so a worker does it every few seconds.
 */
export default class SettleSearch {
  async execute() {
    await rows(db.connection(), `select gin_clean_pending_list('license_search_fragments')`)
  }
}
