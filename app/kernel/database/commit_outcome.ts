import { rows, type SqlExecutor } from './sql.js'

/**
 * COMMIT was sent, but Postgres neither confirmed nor refused it: the connection broke, or the answer took too long. The
 * transaction may have been committed, or may still be (docs/decisions/0004).
 */
export class UnknownOutcome extends Error {
  /** `transactionId` is the id by which `commitOutcome` finds the transaction; `cause` is the error of COMMIT. */
  constructor(
    readonly transactionId: string,
    cause: unknown
  ) {
    super('COMMIT got no answer', { cause })
  }
}

/**
 * What became of a transaction. `in progress`: its commit may still take place. `forgotten`: it is so old (more than about
 * 200 million transactions by default) that Postgres no longer knows.
 */
export type CommitOutcome = 'committed' | 'aborted' | 'in progress' | 'forgotten'

/** The SQLSTATE for the id of a transaction that this server has not begun yet. */
const NOT_BEGUN = '22023'

/**
 * Asks Postgres what became of a transaction. A server that has never begun it (one that took over, or that crashed before
 * anything of it was on the disk) has none of its writes, so it counts as aborted. A standby cannot know.
 * @throws the errors of Postgres
 */
export async function commitOutcome(client: SqlExecutor, transactionId: string): Promise<CommitOutcome> {
  const sql = `select case when pg_is_in_recovery() then 'in progress' else pg_xact_status(?::xid8) end as outcome`
  try {
    const [{ outcome }] = await rows<{ outcome: CommitOutcome | null }>(client, sql, [transactionId])
    return outcome ?? 'forgotten'
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === NOT_BEGUN) return 'aborted'
    throw error
  }
}
