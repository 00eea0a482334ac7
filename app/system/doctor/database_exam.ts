import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { MigrationRunner } from '@adonisjs/lucid/migration'
import { configuredUrl } from '#config/postgres'
import { firstRow } from '#kernel/database/sql'
import type { Symptom } from './diagnosis.js'

type DatabaseFacts = {
  version: string
  embedded: boolean
  /** Whether it takes no writes, as a replica does. */
  readOnly: boolean
  /** Whether it may lose or damage committed data in a power cut, because `fsync` or `full_page_writes` is off. */
  unsafe: boolean
  connections: number
  maxConnections: number
  /** How far the clock of this machine is ahead of that of the database; milliseconds. */
  aheadMs: number
  /** Migrations of this version, and how many of them have not run. */
  migrations: number
  pending: number
}

/** Tokens, leases and signatures tolerate small differences of clocks. Milliseconds. */
const CLOCK_TOLERANCE = 5000

/** The share of connections in use from which a restart of several processes may find none. */
const CROWDED = 0.8

/** The migrations of this version, and how many of them have not run. */
type Migrations = Pick<DatabaseFacts, 'migrations' | 'pending'>

export async function examineDatabase(counted: Promise<Migrations>): Promise<Symptom[]> {
  return judgeDatabase({ ...(await ask()), ...(await counted) })
}

/** Whether no migration has run: then there is nothing else to examine. */
export const isEmpty = ({ migrations, pending }: Migrations) => pending === migrations

/** @internal */
export function judgeDatabase(facts: DatabaseFacts): Symptom[] {
  const { connections, maxConnections, pending } = facts
  const kind = facts.embedded ? 'embedded Postgres' : 'Postgres'
  const found: Symptom[] = [
    {
      status: 'ok',
      found: `${kind} ${facts.version}, ${connections} of ${maxConnections} connections in use`,
    },
  ]
  if (facts.readOnly) {
    found.push({
      status: 'problem',
      found: 'it takes no writes: it is a replica, or it recovers from a backup',
      remedy: 'let DATABASE_URL name the primary',
    })
  }
  if (pending > 0) {
    const remedy = 'start the service, or run: npm run ace -- migration:run'
    const what = isEmpty(facts) ? 'it is empty' : `${pending} migrations of this version have not run`
    found.push({ status: 'warning', found: what, remedy })
  }
  if (facts.unsafe && !facts.embedded) {
    const remedy = 'turn both on in the configuration of Postgres'
    found.push({
      status: 'warning',
      found: 'fsync or full_page_writes is off: a power cut can damage the database',
      remedy,
    })
  }
  if (connections >= maxConnections * CROWDED) {
    const remedy = 'raise max_connections, or run fewer processes (docs/operating/connections.md)'
    found.push({ status: 'warning', found: 'few connections are left', remedy })
  }
  if (Math.abs(facts.aheadMs) > CLOCK_TOLERANCE) {
    const direction = facts.aheadMs > 0 ? 'ahead of' : 'behind'
    found.push({
      status: 'warning',
      found: `the clock of this machine is ${Math.round(Math.abs(facts.aheadMs) / 1000)} s ${direction} that of the database`,
      remedy: 'synchronise both clocks (NTP)',
    })
  }
  return found
}

type Stated = Omit<DatabaseFacts, 'migrations' | 'pending'>

async function ask(): Promise<Stated> {
  const asked = Date.now()
  const facts = await firstRow<Omit<Stated, 'embedded' | 'aheadMs'> & { now: number }>(
    db.connection(),
    `select current_setting('server_version') as version, pg_is_in_recovery() as "readOnly",
       'off' in (current_setting('fsync'), current_setting('full_page_writes')) as unsafe,
       (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
       current_setting('max_connections')::int as "maxConnections",
       (extract(epoch from clock_timestamp()) * 1000)::float8 as now`
  )
  const { now, ...rest } = facts!
  return { ...rest, embedded: !configuredUrl, aheadMs: (asked + Date.now()) / 2 - now }
}

export async function countMigrations(): Promise<Migrations> {
  const all = await new MigrationRunner(db, app, { direction: 'up', dryRun: true }).getList()
  return { migrations: all.length, pending: all.filter(({ status }) => status === 'pending').length }
}
