import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { templateDatabase } from './template_database.js'
import EmbeddedPostgres from '#kernel/database/embedded_postgres'

export type TestDatabases = {
  /** Creates an unused database; returns its URL. */
  create: () => Promise<string>
  /** Drops the created databases. */
  close: () => Promise<void>
}

/**
 * Databases for test runs, on the server of DATABASE_URL or on an embedded one that is removed afterwards. They are
 * copies of one that was migrated once. The database that DATABASE_URL names is never changed.
 */
export async function openTestDatabases(): Promise<TestDatabases> {
  const server = process.env.DATABASE_URL
    ? { url: process.env.DATABASE_URL, close: async () => {} }
    : await embedded()
  const made: string[] = []
  let template: Promise<string> | undefined
  return {
    async create() {
      const name = `latchkey_test_${randomBytes(6).toString('hex')}`
      template ??= templateDatabase(server.url, query)
      await query(server.url, `create database ${name} template ${await template}`)
      made.push(name)
      for (const setting of CHEAP) await query(server.url, `alter database ${name} set ${setting}`)
      const url = new URL(server.url)
      url.pathname = `/${name}`
      return url.href
    },
    async close() {
      for (const name of made) await query(server.url, `drop database if exists ${name} with (force)`)
      await server.close()
    },
  }
}

/** Tests need not survive a power cut, and their few rows are not worth compiling statements for. */
const CHEAP = ['synchronous_commit = off', 'jit = off']

/**
 * Settings that only matter in a power cut. A killed Postgres finds everything that it wrote, because the operating
 * system keeps it.
 */
const UNSAFE = ['fsync = off', 'full_page_writes = off']

async function embedded() {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-test-'))
  const postgres = new EmbeddedPostgres(folder)
  // If this runs as root, the server runs under another account, which must be able to enter the folder.
  await chmod(folder, 0o755)
  const url = await postgres.acquire()
  for (const setting of UNSAFE) await query(url, `alter system set ${setting}`)
  await query(url, 'select pg_reload_conf()')
  return {
    url,
    async close() {
      await postgres.release()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}
