/** The meaning of a Postgres error for the caller of a route. */
export type DatabaseFault = 'missing-value' | 'duplicate' | 'dangling' | 'bad-text' | 'schema' | 'down' | null

const BY_SQLSTATE: Record<string, DatabaseFault> = {
  '23502': 'missing-value',
  '23503': 'dangling',
  '23505': 'duplicate',
  '22021': 'bad-text',
  '22P05': 'bad-text',
  '42P01': 'schema',
  '42703': 'schema',
  '57P01': 'down',
  '57P02': 'down',
  '57P03': 'down',
  '53300': 'down',
  '57014': 'down',
  // Postgres ended a transaction because its process was idle in the middle of it.
  '25P03': 'down',
  // Another writer held a lock too long, or the statement lost a deadlock: the same call succeeds a moment later.
  '55P03': 'down',
  '40P01': 'down',
}

const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENOENT',
])

const LOST_CONNECTION =
  /connection terminated|connection timeout|timeout expired|timeout exceeded when trying to connect|acquiring a connection|query read timeout|client has encountered a connection error|client was closed|the database system is|transaction query already complete/i

/** Classifies an error that pg or Knex threw; null if the caller cannot do anything about it. */
export function databaseFault(error: unknown): DatabaseFault {
  if (!(error instanceof Error)) return null
  // All addresses of a host name failed.
  if (error instanceof AggregateError) return databaseFault(error.errors[0])
  const code = 'code' in error ? String(error.code) : ''
  if (BY_SQLSTATE[code]) return BY_SQLSTATE[code]
  if (/^08/.test(code)) return 'down'
  const fromSocket = SOCKET_CODES.has(code) && 'syscall' in error
  return fromSocket || LOST_CONNECTION.test(error.message) ? 'down' : null
}

/** Returns true if Postgres ended a statement because it took too long: a smaller request may succeed. */
export function tookTooLong(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014'
}

/** Another transaction holds the row, or this one lost a deadlock: the store itself is available. */
const HELD = new Set(['55P03', '40P01'])

/** Messages of the Redis driver about a connection, and of Redis about its own state. */
const REDIS_AWAY =
  /connection is closed|command timed out|max retries per request|stream isn't writeable|\b(READONLY|LOADING|MASTERDOWN|CLUSTERDOWN|NOAUTH|OOM|MISCONF|BUSY)\b/i

/** Returns true if a transaction waited too long for a lock or lost a deadlock, so that a later try may succeed. */
export function lostLock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && HELD.has(String(error.code))
}

/** Returns true if a store failed as a whole, and not because of one row or value. */
export function isStoreAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (lostLock(error)) return false
  const fault = databaseFault(error)
  return fault === 'down' || fault === 'schema' || REDIS_AWAY.test(error.message)
}
