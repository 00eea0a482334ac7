import type { ApplicationService } from '@adonisjs/core/types'
import { requireAppKey } from '#config/app_keys'
import { closeDatastores, openDatastores } from '#kernel/database/datastores'
import type { Redis } from 'ioredis'
import { backend } from '#config/queue'
import { generalSettings } from '#kernel/database/pools'
import { queryBuilderLog } from '#kernel/database/query_builder_log'
import { requestPatience, watchEach, workPatience } from '#kernel/database/postgres_watch'
import { healing } from '#kernel/redis/redis_connection'

/**
 * How long a worker or command waits for a connection of its pool: longer than for a new connection, so that an absent
 * server is not taken for a full pool. Milliseconds.
 */
const PATIENT = 7000

/**
 * Connects Lucid to Postgres before anything can query it, and releases the embedded server last: shutdown hooks run
 * in reverse order of registration, and this provider is registered before those that query.
 */
export default class DatastoreProvider {
  constructor(protected app: ApplicationService) {}

  /** The connection of the attempt limits is opened by its package, and heals like the others. */
  async boot() {
    if (backend !== 'redis') return
    const redis = await this.app.container.make('redis')
    // The state of the store is logged once for all connections (`HealthWatch`), not for each failed command.
    redis.doNotLogErrors()
    redis.on('connection', ({ ioConnection }) => void healing(ioConnection as Redis))
  }

  async start() {
    if (this.app.getMode?.() === 'warmup') return
    requireAppKey()
    const url = await openDatastores()
    const db = await this.app.container.make('lucid.db')
    const config = db.manager.get('postgres')!.config
    const requests = ['web', 'test'].includes(this.app.getEnvironment())
    db.manager.patch('postgres', {
      ...config,
      connection: generalSettings(requests ? 'requests' : 'work', url),
      log: queryBuilderLog,
      pool: {
        ...config.pool,
        ...(requests ? {} : { acquireTimeoutMillis: PATIENT }),
        afterCreate: watchEach(url, requests ? requestPatience : workPatience),
      },
    } as unknown as typeof config)
  }

  async shutdown() {
    await closeDatastores()
  }
}
