import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'

/**
 * Moves the keys of new licenses from the pending list of the search index into the index itself. Postgres keeps
 * them on that list so that inserts stay cheap. But every search reads the whole list, and the insert that fills it
 * waits until all keys are moved. So a worker moves them every few seconds.
 */
export default class SettleSearch {
  async execute() {
    await rows(db.connection(), `select gin_clean_pending_list('license_search_fragments')`)
  }
}
