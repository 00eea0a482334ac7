import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { MigrationRunner } from '@adonisjs/lucid/migration'
import pg from 'pg'
import { databaseUrl } from './datastores.js'

/** Any number: it only has to be the same in every process. */
const LOCK = 7_430_211

/**
 * Brings the schema up to date, the queues' included. Processes that start together take turns, so exactly
 * one of them does the work. Errors: a database that cannot be reached, by the name of
 * its setting; the first migration that fails, with nothing of it left behind.
 */
export async function migrate() {
  const client = new pg.Client({ connectionString: databaseUrl() })
  await connect(client)
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const runner = new MigrationRunner(db, app, { direction: 'up', connectionName: 'postgres' })
    await runner.run()
    if (runner.error) throw runner.error
  } finally {
    await client.end()
  }
}

async function connect(client: pg.Client) {
  try {
    await client.connect()
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The database of DATABASE_URL cannot be reached: ${why}`, { cause })
  }
}
