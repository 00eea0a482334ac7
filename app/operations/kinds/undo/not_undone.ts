import { firstRow } from '#kernel/database/sql'
import { deny, type Verdict } from '#kernel/refusals/verdict'
import type { Trx } from '#kernel/database/unit_of_work'
import type { RetryProblem } from '#operations/rules/operation'
import { UNDO } from './type.js'

/**
 * Prevents an operation from resuming when an undo of it has changed something, or still may: its finished chunks
 * would stay undone.
 */
export async function notUndone(trx: Trx, { id }: { id: string }): Promise<Verdict<RetryProblem>> {
  const found = await firstRow(
    trx,
    `select id from operations where type = '${UNDO}' and params->>'operationId' = ?
       and (finished_at is null or succeeded > 0) limit 1`,
    [id]
  )
  return found ? deny({ reason: 'undone' }) : { allow: true }
}
