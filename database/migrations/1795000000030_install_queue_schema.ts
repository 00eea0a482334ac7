import { BaseSchema } from '@adonisjs/lucid/schema'
import { runMigrations } from 'bullmq'
import pg from 'pg'
import { databaseUrl } from '#kernel/database/datastores'

/**
 * The tables of the queues, in the schema "bullmq", used if REDIS_URL is not set. BullMQ brings its own migrations and
 * records which of them have run; a later version of BullMQ gets a migration like this one.
 */
export default class extends BaseSchema {
  static disableTransactions = true

  async up() {
    this.defer(async () => {
      const client = new pg.Client({ connectionString: databaseUrl() })
      await client.connect()
      try {
        await runMigrations(client)
      } finally {
        await client.end()
      }
    })
  }

  async down() {
    this.schema.raw('drop schema if exists bullmq cascade')
  }
}
