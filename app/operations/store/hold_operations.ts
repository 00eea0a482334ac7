import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/**
 * Makes those who begin, undo or retry operations of one org take turns until their transactions end: so the number of
 * running ones is exact, and none of them sees half of what another one does.
 */
export async function holdOperations(trx: Trx, orgId: string) {
  await rows(trx, `select pg_advisory_xact_lock(hashtextextended('operations ' || ?, 0))`, [orgId])
}
