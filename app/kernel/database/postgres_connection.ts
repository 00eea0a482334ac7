import pg from 'pg'
import { parseJson } from '#kernel/json/json'
import env from '#start/env'

const { JSON: JSON_TYPE, JSONB } = pg.types.builtins

/**
 * What every connection to Postgres has in common: keep-alive on both sides, so that each side notices within half a
 * minute that the other is gone, and Postgres gives the locks of a lost client back.
 */
export const CONNECTED = {
  connectionTimeoutMillis: 800,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5000,
} as const
export const SERVER_KEEP_ALIVE =
  '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=20000'

/** A start, a worker and a command have more patience with a busy machine than a request has. Milliseconds. */
const CONNECTING = 5000

/**
 * Statements of requests end after 15 seconds, and wait three for a lock (contract/01-changes#bounds). Milliseconds.
 */
export const REQUEST_TIMEOUTS = {
  connectionTimeoutMillis: CONNECTED.connectionTimeoutMillis,
  statement_timeout: 15_000,
  lock_timeout: 3000,
} as const

/**
 * Connection settings for pg. Connecting is bounded (for requests by REQUEST_TIMEOUTS), and a transaction whose process
 * stopped in the middle gives its locks back by itself.
 */
export function connectionTo(url: string) {
  return {
    ...CONNECTED,
    connectionTimeoutMillis: CONNECTING,
    connectionString: url,
    application_name: 'latchkey',
    options: SERVER_KEEP_ALIVE,
    types: { getTypeParser },
    idle_in_transaction_session_timeout: (env.get('DATABASE_IDLE_TRANSACTION_SECONDS') ?? 20) * 1000,
  }
}

/** The driver's own parsers, but for JSON, which holds names that merchants chose (see `parseJson`). */
const getTypeParser = ((type, format) =>
  type === JSON_TYPE || type === JSONB
    ? parseJson
    : pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser

/** What a process says that starts without its database. */
export function unreachable(cause: unknown): Error {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new Error(`The database of DATABASE_URL cannot be reached: ${why}`, { cause })
}
