import db from '@adonisjs/lucid/services/db'
import { configuredUrl } from '#config/postgres'
import { firstRow } from '#kernel/database/sql'
import { isPooled } from '#kernel/database/unreachable'
import { newerSchema, NEWER_REMEDY, type SchemaState } from '#system/health/schema_state'
import type { Symptom } from './diagnosis.js'

type DatabaseFacts = SchemaState & {
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
}

/** Tokens, leases and signatures tolerate small differences of clocks. Milliseconds. */
const CLOCK_TOLERANCE = 5000

/** The share of connections in use from which a restart of several processes may find none. */
const CROWDED = 0.8

export async function examineDatabase(schema: Promise<SchemaState>): Promise<Symptom[]> {
  try {
    return judgeDatabase({ ...(await ask()), ...(await schema) })
  } catch (error) {
    if (!isPooled(error)) throw error
    const found = 'it is a pooler such as PgBouncer, which the service cannot use'
    return [{ status: 'problem', found, remedy: 'let DATABASE_URL name Postgres itself' }]
  }
}

/** @internal */
export function judgeDatabase(facts: DatabaseFacts): Symptom[] {
  const { connections, maxConnections, pending, newer } = facts
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
  if (pending !== 0) {
    const remedy = 'start the service, or run: npm run ace -- migration:run'
    const what = pending === 'all' ? 'it is empty' : `${pending} migrations of this version have not run`
    found.push({ status: 'warning', found: what, remedy })
  }
  if (newer) found.push({ status: 'problem', found: newerSchema(newer), remedy: NEWER_REMEDY })
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

type Stated = Omit<DatabaseFacts, keyof SchemaState>

async function ask(): Promise<Stated> {
  const asked = Date.now()
  const facts = await firstRow<Omit<Stated, 'embedded' | 'aheadMs'> & { now: number }>(
    db.connection(),
    `select current_setting('server_version') as version, pg_is_in_recovery() as "readOnly",
       'off' in (current_setting('fsync'), current_setting('full_page_writes')) as unsafe,
       -- pg_stat_activity says little of the sessions of others to an account without special rights.
       (select sum(numbackends)::int from pg_stat_database) as connections,
       current_setting('max_connections')::int as "maxConnections",
       (extract(epoch from clock_timestamp()) * 1000)::float8 as now`
  )
  const { now, ...rest } = facts!
  return { ...rest, embedded: !configuredUrl, aheadMs: (asked + Date.now()) / 2 - now }
}
