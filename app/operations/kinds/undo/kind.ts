import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { deny, type Verdict } from '#kernel/refusals/verdict'
import { countsResult } from '#operations/queries/counts_by_code'
import { isFinal, type OperationStatus, type RetryProblem } from '#operations/rules/operation'
import { defineKind } from '../kind.js'
import { isOneOf, isText, optional, required } from '../stored_params.js'
import type { Undoing } from '../undoing.js'
import { insertChanged } from './insert_changed.js'
import { ranSince } from './ran_since.js'
import { UNDO } from './type.js'
import { undoChunk } from './undo_chunk.js'

/**
 * Makes the kind that undoes operations of the given kinds (contract#operation-routes). The licenses are found in
 * their timelines when it begins. An undo itself cannot be undone.
 */
export function undoKind<Type extends string>(undoable: readonly { type: Type; undo: Undoing }[]) {
  const types = undoable.map(({ type }) => type)
  const undoingOf = (type: Type) => undoable.find((one) => one.type === type)!.undo
  return defineKind({
    type: UNDO,
    readParams: (stored) => ({
      operationId: required(stored, 'operationId', isText),
      type: required(stored, 'type', isOneOf(types)),
      reason: optional(stored, 'reason', isText),
    }),
    hiddenParams: [],
    permissions: (control, { type }) => (control === 'undo' ? [] : [undoingOf(type).permission]),
    bulk: null,
    appliesDryRun: false,
    plan: (trx, { id, params }) => insertChanged(trx, id, params.operationId),
    work: {
      by: 'chunk',
      run: (trx, operation, chunk) => undoChunk(trx, operation, undoingOf(operation.params.type), chunk),
    },
    result: countsResult,
    retryVerdict: (trx, { id, params }) => notResumed(trx, id, params.operationId),
    restOf: null,
    retryNeedsFiles: false,
    undo: null,
    files: null,
    resultFile: null,
  })
}

/**
 * Prevents an undo from resuming while the operation that it undoes runs again, and after that: it would revert only
 * what that operation had changed when the undo was planned.
 */
async function notResumed(trx: Trx, undoId: string, undoneId: string): Promise<Verdict<RetryProblem>> {
  const undone = await firstRow<{ status: OperationStatus; hasRun: boolean }>(
    trx,
    `select d.status, ${ranSince('d', 'u')} as "hasRun" from operations d
     join operations u on u.id = ? where d.id = ?`,
    [undoId, undoneId]
  )
  if (undone && !isFinal(undone.status)) return deny({ reason: 'resumed', status: undone.status })
  return undone?.hasRun ? deny({ reason: 'ran-since' }) : { allow: true }
}
