import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/**
 * Locks the operations of one org until the transaction ends. Transactions that begin, undo or retry one run one
 * after the other, so the number of running operations is exact and none sees half of another's changes.
 */
export async function holdOperations(trx: Trx, orgId: string) {
  await rows(trx, `select pg_advisory_xact_lock(hashtextextended('operations ' || ?, 0))`, [orgId])
}
