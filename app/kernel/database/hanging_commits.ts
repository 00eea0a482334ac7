import { noteRefusal } from './unable_server.js'

/** What a COMMIT waits for if the disk of Postgres hangs, or if its synchronous standby is away. */
const WAITS = ['SyncRep', 'WALSync', 'WALWrite', 'WALInitSync', 'WALInitWrite']

/**
 * SQL about a row of pg_stat_activity: the backend waits to make a transaction durable, in a statement that has taken 0.6
 * seconds: a COMMIT, or a change without a transaction of its own. A busy disk is often slow for less. Postgres ends such
 * a wait by no timeout.
 */
export const COMMIT_HANGS = `datname = current_database() and wait_event in (${WAITS.map((name) => `'${name}'`).join(', ')})
  and query_start < clock_timestamp() - interval '0.6 s'`

/**
 * The error of a change that Postgres cannot make durable now. Its code is that of an operation of a disk that fails, so it
 * counts as an outage of Postgres (`databaseFault`).
 */
export class CommitsHang extends Error {
  readonly code = '58030'
  constructor() {
    super('commits hang: its disk, or its synchronous standby, does not answer')
  }
}

let isHanging = false

/** Returns true while the commits of this process's requests hang. */
export function commitsHang(): boolean {
  return isHanging
}

/** Notes whether commits hang. Returns true if that is a change. */
export function noteHangingCommits(hanging: boolean): boolean {
  if (hanging) noteRefusal(new CommitsHang())
  const isChange = hanging !== isHanging
  isHanging = hanging
  return isChange
}

/**
 * Refuses a change while commits hang. Each one that began would keep a connection of Postgres until its commit ends, and
 * they would soon be missing for the reads, which are still answered.
 * @throws CommitsHang
 */
export function requireCommits() {
  if (isHanging) throw new CommitsHang()
}

/** What changes rows; a statement that changes none commits without a wait. */
const CHANGE = /\b(insert\s+into|delete\s+from|update\s+\w+(\s+as)?(\s+\w+)?\s+set)\b/i

/** The same for a statement outside a transaction. @throws CommitsHang */
export function requireCommitsFor(sql: string) {
  if (isHanging && CHANGE.test(sql)) throw new CommitsHang()
}
