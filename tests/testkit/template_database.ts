import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Runs one statement on the database of a URL and returns its rows. */
export type Ask = (url: string, sql: string) => Promise<Record<string, unknown>[]>

const run = promisify(execFile)

const PREFIX = 'latchkey_template_'
/** The sources that determine the schema of an empty database: migrations and the version of the queues' package. */
const SOURCES = [
  'database/migrations',
  'app/kernel/database/schema.ts',
  'package-lock.json',
  'tests/testkit/template_database.ts',
]
/** The number of templates of other branches to keep on the server; older ones are dropped. */
const KEPT = 5

/**
 * The name of a migrated, unused database on this server, created if there is none. A copy of it takes a tenth of the
 * time of the migrations.
 */
export async function templateDatabase(server: string, ask: Ask): Promise<string> {
  const name = `${PREFIX}${await fingerprint()}`
  const found = await ask(server, `select 1 from pg_database where datname = '${name}'`)
  if (found.length > 0) return name
  const making = `${name}_${randomBytes(4).toString('hex')}`
  await ask(server, `create database ${making}`)
  try {
    await migrate(server, making, ask)
    // If several runs create a template at the same time, one of them gets the name.
    await ask(server, `alter database ${making} rename to ${name}`)
  } catch (error) {
    await ask(server, `drop database if exists ${making} with (force)`)
    const others = await ask(server, `select 1 from pg_database where datname = '${name}'`)
    if (others.length === 0) throw error
  }
  await dropOld(server, ask)
  return name
}

/** Migrates a database. A migrated database remembers the APP_KEY that it belongs to; a template must not. */
async function migrate(server: string, name: string, ask: Ask) {
  const url = new URL(server)
  url.pathname = `/${name}`
  const env = {
    NODE_ENV: 'test',
    DATA_DIR: 'tmp/test-template',
    APP_KEY: 'a key that is thrown away',
    REDIS_URL: '',
  }
  await run(process.execPath, ['--import=@poppinss/ts-exec', 'bin/console.ts', 'migration:run'], {
    env: { ...process.env, ...env, DATABASE_URL: url.href },
  })
  await ask(url.href, 'delete from app_secrets')
}

async function dropOld(server: string, ask: Ask) {
  const old = await ask(
    server,
    `select datname from pg_database where datname ~ '^${PREFIX}[0-9a-f]+$' order by oid desc offset ${KEPT}`
  )
  for (const { datname } of old)
    await ask(server, `drop database if exists ${datname as string}`).catch(() => {})
}

/** A short hash of everything that the content of a template depends on. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    const files = source.includes('.')
      ? [source]
      : (await readdir(source)).sort().map((one) => `${source}/${one}`)
    for (const file of files) hash.update(file).update(await readFile(file))
  }
  return hash.digest('hex').slice(0, 12)
}
