import pg from 'pg'
import { idleTransaction } from '#config/postgres'
import { parseJson } from '#kernel/json/json'
import { CONNECTIONS, type ConnectionUse, type UseName } from './connections.js'
import { databaseUrl } from './datastores.js'

const { JSON: JSON_TYPE, JSONB } = pg.types.builtins

/**
 * Both sides use keep-alive, so that each notices within half a minute that the other is gone, and Postgres releases
 * the locks of a lost client.
 */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5000 }
const SERVER_KEEP_ALIVE =
  '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=20000'

/** The driver's own parsers, except for JSON, which contains names that merchants chose (see `parseJson`). */
const getTypeParser = ((type, format) =>
  type === JSON_TYPE || type === JSONB
    ? parseJson
    : pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser

/** Settings of pg for one use of Postgres. Each use limits how long it waits for a connection. */
function settingsOf(use: UseName, connectionString = databaseUrl()) {
  const { name, settings }: ConnectionUse = CONNECTIONS[use]
  const options = [settings.options, SERVER_KEEP_ALIVE].filter(Boolean).join(' ')
  return { ...KEEP_ALIVE, ...settings, options, connectionString, application_name: name }
}

/**
 * The settings for connections that run statements of any kind: JSON is parsed safely, and Postgres ends a transaction
 * and releases its locks if its process stops in the middle.
 */
export function generalSettings(use: 'requests' | 'work' | 'exports' | 'migrations', url?: string) {
  return {
    ...settingsOf(use, url),
    types: { getTypeParser },
    idle_in_transaction_session_timeout: idleTransaction,
  }
}

/** A connection of the watch, which asks the server of `url` about the other connections. */
export function watchClient(url: string): pg.Client {
  const client = new pg.Client(settingsOf('watch', url))
  client.on('error', () => {})
  return client
}

/** A connection outside all pools, not opened yet. If it breaks, the next statement on it fails. */
export function generalClient(use: 'exports' | 'migrations'): pg.Client {
  const client = new pg.Client(generalSettings(use))
  client.on('error', () => {})
  return client
}

/** A pool next to the framework's pool. If a connection breaks, the statement on it fails. */
export function openPool(
  use: 'authorize' | 'limits' | 'queues' | 'dispatch',
  settings: pg.PoolConfig = {}
): pg.Pool {
  const pool = new pg.Pool({ ...settingsOf(use), ...settings, max: CONNECTIONS[use].most })
  pool.on('error', () => {})
  // Without a listener, a connection that breaks between two statements of a transaction would crash the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
