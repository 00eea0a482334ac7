import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { MigrationRunner } from '@adonisjs/lucid/migration'
import { firstRow } from '#kernel/database/sql'

export type SchemaState = {
  /** How many migrations of this version have not run; `all` if the database is empty. */
  pending: number | 'all'
  /** The last migration that has run and that this version does not have: a newer version has used the database. */
  newer: string | null
}

/** Compares the migrations that have run with those of this version. It changes nothing. */
export async function schemaState(): Promise<SchemaState> {
  // Lucid creates this table before it lists the migrations, so it may only list them if the table exists.
  const table = await firstRow<{ exists: boolean }>(
    db.connection(),
    `select to_regclass('adonis_schema') is not null as exists`
  )
  if (!table!.exists) return { pending: 'all', newer: null }
  const list = await new MigrationRunner(db, app, { direction: 'up', dryRun: true }).getList()
  const namesOf = (status: string) => list.filter((one) => one.status === status).map(({ name }) => name)
  const [pending, unknown] = [namesOf('pending').length, namesOf('corrupt').sort()]
  return {
    pending: pending === list.length ? 'all' : pending,
    newer: unknown.at(-1)?.split('/').at(-1) ?? null,
  }
}

/** What to do with a database that a newer version has used. */
export const NEWER_REMEDY =
  'run the newer version, or restore the backup from before its upgrade: migrations cannot be undone'

/** The state of such a database. */
export const newerSchema = (newer: string) => `a newer version has migrated the database, up to ${newer}`
