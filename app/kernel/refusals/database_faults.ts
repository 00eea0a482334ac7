/** The meaning of a Postgres error for the caller of a route. */
export type DatabaseFault = 'missing-value' | 'duplicate' | 'dangling' | 'bad-text' | 'schema' | 'down' | null

/** The SQLSTATE of a change that a read-only server was asked for. */
export const READ_ONLY = '25006'

/** The SQLSTATE of a transaction that Postgres ended because its process was idle in the middle of it. */
const IDLE = '25P03'

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
  '57P05': 'down',
  '53300': 'down',
  '57014': 'down',
  // The password was changed, or the database was dropped, while this process was running.
  '28P01': 'down',
  '28000': 'down',
  '3D000': 'down',
  [IDLE]: 'down',
  // Another writer held a lock too long, or the statement lost a deadlock: the same call succeeds a moment later.
  '55P03': 'down',
  '40P01': 'down',
}

/** Another transaction holds the row, or this one lost a deadlock: the store itself is available. */
const HELD = new Set(['55P03', '40P01'])

/** Postgres answers, but it or its machine cannot do what it is asked. Reads may still succeed. */
const UNABLE = new Set([
  // A disk is full.
  '53100',
  // No memory is left.
  '53200',
  // A disk fails.
  '58030',
  // The server is a standby now, or its operator has made it read-only.
  READ_ONLY,
])

const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  // The name server does not answer.
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ENOENT',
])

const LOST_CONNECTION =
  /connection terminated|connection timeout|timeout expired|timeout exceeded when trying to connect|acquiring a connection|query read timeout|client has encountered a connection error|client was closed|the database system is|transaction query already complete/i

/** Classifies an error that pg or Knex threw; null if the caller cannot do anything about it. */
export function databaseFault(error: unknown): DatabaseFault {
  if (!(error instanceof Error)) return null
  // All addresses of a host name failed.
  if (error instanceof AggregateError) return databaseFault(error.errors[0])
  // BullMQ's own tables are missing. Its class is not imported: this module must not load BullMQ.
  if (error.name === 'SchemaMigrationRequiredError') return 'schema'
  const code = 'code' in error ? String(error.code) : ''
  if (BY_SQLSTATE[code]) return BY_SQLSTATE[code]
  if (/^08/.test(code) || isUnable(code)) return 'down'
  const fromSocket = SOCKET_CODES.has(code) && 'syscall' in error
  return fromSocket || LOST_CONNECTION.test(error.message) ? 'down' : null
}

/** Returns true for the SQLSTATE of a server that answers, but cannot do what it is asked. */
export function isUnable(sqlState: string): boolean {
  return UNABLE.has(sqlState)
}

/**
 * Why a database that is `down` did not do its work: a statement `took-too-long`, so that a smaller request may succeed;
 * another transaction `held` what it needed; the server is `unable`, for example because its disk is full; or it cannot
 * be reached and is `away`.
 */
export function outageOf(error: unknown): 'took-too-long' | 'held' | 'unable' | 'away' {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === '57014') return 'took-too-long'
  if (HELD.has(code)) return 'held'
  return isUnable(code) ? 'unable' : 'away'
}

/** Messages of the Redis driver about a connection, and of Redis about its own state. */
const REDIS_AWAY =
  /connection is closed|command timed out|max retries per request|stream isn't writeable|\b(READONLY|LOADING|MASTERDOWN|CLUSTERDOWN|NOAUTH|OOM|MISCONF|BUSY)\b/i

/** Returns true if a transaction waited too long for a lock or lost a deadlock, so that a later try may succeed. */
export function lostLock(error: unknown): boolean {
  return outageOf(error) === 'held'
}

/**
 * Returns true if the caller computed for so long between two statements that Postgres ended its transaction. A slow
 * database is never the cause, because Postgres waits for a process only while no statement runs. A caller that was
 * itself waiting, for a file or while another caller blocked the process, gets an error of the connection instead.
 */
export function keptWaiting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === IDLE
}

/** Returns true if a store failed as a whole, and not because of one row or value. */
export function isStoreAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (lostLock(error)) return false
  const fault = databaseFault(error)
  return fault === 'down' || fault === 'schema' || REDIS_AWAY.test(error.message)
}
