import { defineConfig } from '@adonisjs/lucid'
import { configuredUrl, poolSize } from '#config/postgres'

/**
 * The datastore provider fills in `connection`, because the URL is known only after it has started the embedded
 * Postgres or read DATABASE_URL; see `app/providers/datastore_provider.ts`.
 */
const databaseConfig = defineConfig({
  connection: 'postgres',
  connections: {
    postgres: {
      client: 'pg',
      connection: { connectionString: configuredUrl },
      pool: { min: 0, max: poolSize, acquireTimeoutMillis: 5000 },
      migrations: { naturalSort: true, paths: ['database/migrations'] },
      // No code is generated from the schema.
      schemaGeneration: { enabled: false },
    },
  },
})

export default databaseConfig
