import { setTimeout as delay } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import logger from '@adonisjs/core/services/logger'
import db from '@adonisjs/lucid/services/db'
import { MigrationRunner } from '@adonisjs/lucid/migration'
import type pg from 'pg'
import { idleTransaction } from '#config/postgres'
import { refuseOtherKey, unlockAppSecrets } from '#kernel/secrets/app_secrets'
import { generalClient, generalSettings } from './pools.js'
import { refusePreview } from './preview_schema.js'
import { pooled, unreachable } from './unreachable.js'

/**
 * An arbitrary number that must be the same in every process.
 *
 * @internal
 */
export const LOCK = 7_430_211

/** The oldest supported Postgres, as in `server_version_num`. */
const OLDEST = 140_000

/**
 * How long a migration waits for a lock, how many times it retries, and the pause before each retry. While it waits,
 * all later statements on the table wait too, so it must not wait for a long export. Times in milliseconds.
 */
const LOCK_TIMEOUT = 1000
const TRIES = 100
const PAUSE = 2000

/**
 * Brings the schema up to date, including the queues' schema. Processes that start together take turns, so exactly one
 * of them does the work.
 *
 * @throws if the database cannot be reached or used (the message names its setting), if a preview created it, if a
 *   migration fails (it is rolled back completely), or if APP_KEY does not open the stored secrets.
 */
export async function migrate() {
  const client = generalClient('migrations')
  await connect(client)
  try {
    await assertUsable(client, idleTransaction)
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await refusePreview(client)
    await refuseOtherKey()
    await migrateAlone()
  } finally {
    await client.end()
  }
  await unlockAppSecrets()
}

/** Migrations use separate connections: a statement may take as long as it needs, but waits only briefly for a lock. */
async function migrateAlone() {
  const { config } = db.manager.get('postgres')!
  const connection = { ...generalSettings('migrations'), lock_timeout: LOCK_TIMEOUT }
  if (!db.manager.has('migrations'))
    db.manager.add('migrations', { ...config, connection, pool: { min: 0, max: 3 } } as typeof config)
  try {
    for (let left = TRIES; ; left--) {
      const runner = new MigrationRunner(db, app, { direction: 'up', connectionName: 'migrations' })
      await runner.run()
      if (!runner.error) return
      if (left === 0 || !isLocked(runner.error)) throw runner.error
      logger.warn({ left }, 'a migration waits for a table that is in use, and tries again')
      await delay(PAUSE)
    }
  } finally {
    await db.manager.release('migrations')
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}

async function connect(client: pg.Client) {
  try {
    await client.connect()
  } catch (cause) {
    throw unreachable(cause)
  }
}

/**
 * Refuses a Postgres that is too old, and a pooler that reassigns connections between transactions. Such a pooler drops
 * the setting that releases the locks of stopped workers, and supports neither the queues' schema nor prepared
 * statements.
 *
 * @internal
 */
export async function assertUsable(client: Pick<pg.Client, 'query'>, idleTimeout: number) {
  const { rows } = await client.query<{ version: number; name: string; idle: number }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
       (select setting::int from pg_settings where name = 'idle_in_transaction_session_timeout') as idle`
  )
  const [{ version, name, idle }] = rows
  if (version < OLDEST) {
    throw new Error(`The database of DATABASE_URL is Postgres ${name}: use Postgres 14 or newer`)
  }
  if (idle !== idleTimeout) throw pooled()
}
