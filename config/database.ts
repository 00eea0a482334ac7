import { defineConfig } from '@adonisjs/lucid'
import env from '#start/env'

/** Connections of one process to Postgres for everything but the queues. */
const max = env.get('DATABASE_POOL') ?? 10

/**
 * The address is known only once the datastore provider has started the embedded Postgres (or read
 * DATABASE_URL), so it fills in `connection` there; see `app/providers/datastore_provider.ts`.
 */
const databaseConfig = defineConfig({
  connection: 'postgres',
  connections: {
    postgres: {
      client: 'pg',
      connection: { connectionString: env.get('DATABASE_URL') },
      pool: { min: 0, max, acquireTimeoutMillis: 5000 },
      migrations: { naturalSort: true, paths: ['database/migrations'] },
      // No code is generated from the schema.
      schemaGeneration: { enabled: false },
    },
  },
})

export default databaseConfig
