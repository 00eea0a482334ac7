import type { ApplicationService } from '@adonisjs/core/types'
import { closeDatastores, openDatastores } from '#services/datastores'
import { connectionTo } from '#services/postgres_connection'

/**
 * Connects Lucid to Postgres before anything can query it, and gives the embedded server back at the very
 * end: shutdown hooks run last-registered first, and this provider is registered before those that query.
 */
export default class DatastoreProvider {
  constructor(protected app: ApplicationService) {}

  async start() {
    if (this.app.getMode?.() === 'warmup') return
    const url = await openDatastores()
    const db = await this.app.container.make('lucid.db')
    const config = db.manager.get('postgres')!.config
    db.manager.patch('postgres', { ...config, connection: connectionTo(url) } as typeof config)
  }

  async shutdown() {
    await closeDatastores()
  }
}
