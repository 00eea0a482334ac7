import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { deny, type Verdict } from '#kernel/refusals/verdict'
import { countsResult } from '#operations/queries/counts_by_code'
import { isFinal, type OperationStatus, type RetryProblem } from '#operations/rules/operation'
import { defineKind } from '../kind.js'
import { isOneOf, isText, optional, required } from '../stored_params.js'
import type { Undoing } from '../undoing.js'
import { insertChanged } from './insert_changed.js'
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
    retryVerdict: (trx, { params }) => notResumed(trx, params.operationId),
    retryNeedsFiles: false,
    undo: null,
    files: null,
    resultFile: null,
  })
}

/** Prevents an undo from resuming while the operation that it undoes runs again. */
async function notResumed(trx: Trx, undoneId: string): Promise<Verdict<RetryProblem>> {
  const sql = 'select status from operations where id = ?'
  const undone = await firstRow<{ status: OperationStatus }>(trx, sql, [undoneId])
  return undone && !isFinal(undone.status)
    ? deny({ reason: 'resumed', status: undone.status })
    : { allow: true }
}
