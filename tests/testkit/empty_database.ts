import { randomBytes } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import { databaseUrl } from '#kernel/database/datastores'
import { rows } from '#kernel/database/sql'

/** Creates a database without a table and returns its URL; it is dropped when the test ends. */
export async function emptyDatabase(cleanup: (drop: () => Promise<void>) => void): Promise<URL> {
  const name = `latchkey_empty_${randomBytes(6).toString('hex')}`
  await rows(db.connection(), `create database ${name}`)
  cleanup(() => rows(db.connection(), `drop database ${name} with (force)`).then(() => {}))
  const url = new URL(databaseUrl())
  url.pathname = `/${name}`
  return url
}
