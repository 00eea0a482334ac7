import { deny, type Verdict } from '#kernel/refusals/verdict'
import { statusesBefore } from './operation_states.js'
import { isFinal, type OperationStatus, type RetryProblem } from './operation.js'

/** Why a requested action on an operation is not possible. */
export type ControlProblem =
  | RetryProblem
  | { reason: 'no-dry-run' }
  | { reason: 'not-applicable'; type: string }
  | { reason: 'dry-run-unfinished'; status: OperationStatus }
  | { reason: 'applied-already' }
  | { reason: 'not-undoable'; type: string }
  | { reason: 'unfinished'; status: OperationStatus }
  | { reason: 'changed-nothing' }
  | { reason: 'not-retryable'; status: OperationStatus }
  | { reason: 'not-cancellable'; status: OperationStatus }
  | { reason: 'completes-other'; type: string; restOf: string }

/** The fields of an operation that these rules need. */
type Controlled = { type: string; status: OperationStatus; dryRun: boolean; succeeded: number }

/** Whether a dry run can be applied; some kinds do not allow it (contract/01-changes#one-filter). */
export function applyVerdict(
  { type, status, dryRun }: Controlled,
  kind: { appliesDryRun: boolean }
): Verdict<ControlProblem> {
  if (!dryRun) return deny({ reason: 'no-dry-run' })
  if (!kind.appliesDryRun) return deny({ reason: 'not-applicable', type })
  return status === 'completed' ? { allow: true } : deny({ reason: 'dry-run-unfinished', status })
}

/** Whether an operation can be undone (contract#operation-routes). */
export function undoVerdict(
  { type, status, dryRun, succeeded }: Controlled,
  kind: { undo: object | null }
): Verdict<ControlProblem> {
  if (!kind.undo) return deny({ reason: 'not-undoable', type })
  if (!isFinal(status)) return deny({ reason: 'unfinished', status })
  return dryRun || succeeded === 0 ? deny({ reason: 'changed-nothing' }) : { allow: true }
}

/** The actions that are possible on an operation now, so that clients need not repeat these rules. */
export type Can = Record<'cancel' | 'retry' | 'undo' | 'apply' | 'download', boolean>

/** Further facts that the decision needs. */
type Stored = Controlled & { applied: boolean; retired: boolean; retryBlocked: boolean; hasFile: boolean }

/** Returns the actions that are possible on an operation now (contract/01-changes#reads-for-a-console). */
export function controlsOf(
  operation: Stored,
  kind: { restOf: string | null; appliesDryRun: boolean; undo: object | null; retryNeedsFiles: boolean }
): Can {
  const { status, applied, retired, retryBlocked, hasFile } = operation
  const kept = !retired || !kind.retryNeedsFiles
  return {
    cancel: kind.restOf === null && statusesBefore('cancelling').includes(status),
    retry: statusesBefore('queued').includes(status) && !retryBlocked && kept,
    undo: undoVerdict(operation, kind).allow,
    apply: !applied && applyVerdict(operation, kind).allow,
    download: status === 'completed' && hasFile,
  }
}

/** The message for the caller. */
export function controlMessage(problem: ControlProblem): string {
  switch (problem.reason) {
    case 'no-dry-run':
      return 'Only a dry run can be applied; this operation is not one'
    case 'not-applicable':
      return `A dry run of the type ${problem.type} cannot be applied: start it again without dryRun`
    case 'dry-run-unfinished':
      return `The dry run is ${problem.status}: only a completed one can be applied`
    case 'applied-already':
      return 'The dry run was already applied: start a new one'
    case 'not-undoable':
      return `An operation of the type ${problem.type} cannot be undone`
    case 'unfinished':
      return `The operation is ${problem.status}: cancel it first, or wait until it ends`
    case 'changed-nothing':
      return 'The operation has changed nothing'
    case 'undone':
      return 'The operation was undone: start a new one instead'
    case 'resumed':
      return `The operation that it undoes is ${problem.status} again`
    case 'ran-since':
      return 'The operation that it undoes has run since: start a new undo'
    case 'not-retryable':
      return `The operation is ${problem.status}: only a failed or cancelled one can be retried, an import for 7 days`
    case 'not-cancellable':
      return `The operation is ${problem.status}: there is nothing left to cancel`
    case 'completes-other':
      return `An operation of the type ${problem.type} cannot be cancelled: it is the rest of ${problem.restOf}, which is done and final`
  }
}
