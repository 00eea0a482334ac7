import type { PoolConfig } from 'pg'
import { socketForRequests } from './postgres_absence.js'

/** One use of Postgres connections. docs/operating/connections.md shows these rows. */
export type ConnectionUse = {
  /** The `application_name`, which `pg_stat_activity` shows. */
  name: string
  /** The maximum number of connections of one process, or the setting that holds the number. */
  most: number | 'DATABASE_POOL'
  /** Which processes open these connections, and when. */
  held: string
  purpose: string
  settings: PoolConfig
}

const CONNECT_FAST = { connectionTimeoutMillis: 800, stream: socketForRequests }
/** Startup, workers and commands wait longer for a busy machine than a request does. */
const CONNECT_PATIENTLY = { connectionTimeoutMillis: 5000 }

/**
 * The statements of the authorize path use indexes for any values, so they are planned once per connection, and only
 * with index plans.
 */
const INDEX_PLANS = [
  'plan_cache_mode=force_generic_plan',
  'jit=off',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')

const QUEUES = { ...CONNECT_PATIENTLY, options: '-c search_path=bullmq,public' }

export const CONNECTIONS = {
  /** A statement of a request ends after 15 seconds and waits at most three for a lock (contract/01-changes#bounds). */
  requests: {
    name: 'latchkey',
    most: 'DATABASE_POOL',
    held: 'HTTP',
    purpose: 'requests',
    settings: { ...CONNECT_FAST, statement_timeout: 15_000, lock_timeout: 3000 },
  },
  work: {
    name: 'latchkey',
    most: 'DATABASE_POOL',
    held: 'worker, command',
    purpose: 'jobs, webhooks, commands: a statement takes as long as it needs',
    settings: CONNECT_PATIENTLY,
  },
  /**
   * Separate connections, so that no report or import can take the last one. The best index can change when a million
   * rows are added, so the connections are renewed regularly (`LIFE`): a plan made for an empty table is not used for
   * long.
   */
  authorize: {
    name: 'latchkey-authorize',
    most: 5,
    held: 'HTTP',
    purpose: 'authorize calls and what they note; looking up API keys',
    settings: {
      ...CONNECT_FAST,
      query_timeout: 800,
      statement_timeout: 800,
      lock_timeout: 300,
      idle_in_transaction_session_timeout: 5000,
      idleTimeoutMillis: 0,
      options: INDEX_PLANS,
    },
  },
  /**
   * Limits are checked before anything else, so they must not wait for requests that hold connections in transactions.
   */
  limits: {
    name: 'latchkey-limits',
    most: 4,
    held: 'HTTP, without Redis',
    purpose: 'rate limits and nonces',
    settings: { ...CONNECT_FAST, query_timeout: 800 },
  },
  /** Each queue of a worker holds one for LISTEN, and six are shared, so the listeners never take the last one. */
  queues: {
    name: 'latchkey-queues',
    most: 10,
    held: 'worker, without Redis',
    purpose: 'taking jobs',
    settings: QUEUES,
  },
  /** Few: the statements are short, and a look at the schedule asks for all entries at once, each on a connection. */
  dispatch: {
    name: 'latchkey-dispatch',
    most: 4,
    held: 'HTTP, worker, command that adds jobs; without Redis',
    purpose: 'adding jobs, the queue board',
    settings: QUEUES,
  },
  exports: {
    name: 'latchkey-export',
    most: 1,
    held: 'worker, one for each export that it writes',
    purpose: 'the snapshot of an export',
    settings: CONNECT_PATIENTLY,
  },
  migrations: {
    name: 'latchkey-migrations',
    most: 4,
    held: 'each of them, while it starts',
    purpose: 'migrations, and the lock that lets one process at a time do them',
    settings: CONNECT_PATIENTLY,
  },
  watch: {
    name: 'latchkey-watch',
    most: 1,
    held: 'each of them, for a moment',
    purpose: 'asking whether Postgres works on a statement that is silent',
    settings: { connectionTimeoutMillis: 600, query_timeout: 600 },
  },
} satisfies Record<string, ConnectionUse>

export type UseName = keyof typeof CONNECTIONS
