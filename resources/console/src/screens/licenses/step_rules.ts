// With its ending, so that unit tests can import this file in Node.js.
import type { FullLicense, ListedLicense } from '../../api/types.js'

type License = Pick<ListedLicense | FullLicense, 'status' | 'frozen' | 'expirationMode'>

export type StepName =
  | 'freeze'
  | 'unfreeze'
  | 'extend'
  | 'suspend'
  | 'unsuspend'
  | 'revoke'
  | 'unrevoke'
  | 'resetHwid'
  | 'resetIp'
  | 'delete'

/** Returns the actions that the service accepts for a license in its current state (contract#transitions). */
export function stepsOf({ status, frozen, expirationMode }: License): StepName[] {
  const steps: StepName[] = []
  if (frozen) steps.push('unfreeze')
  else if (status === 'ACTIVE') steps.push('freeze')
  if (expirationMode !== 'never') steps.push('extend')
  if (status === 'SUSPENDED') steps.push('unsuspend')
  else if (status === 'ACTIVE') steps.push('suspend')
  steps.push(status === 'REVOKED' ? 'unrevoke' : 'revoke', 'resetHwid', 'resetIp', 'delete')
  return steps
}

/**
 * The action that takes the status back that another one has given.
 *
 * @internal exported for tests; use `undoOf`
 */
export const UNDO: Partial<Record<StepName, StepName>> = {
  freeze: 'unfreeze',
  unfreeze: 'freeze',
  suspend: 'unsuspend',
  unsuspend: 'suspend',
  revoke: 'unrevoke',
  unrevoke: 'revoke',
}

/** Actions whose undo leaves a license active, or is accepted for an active one only. */
const OF_ACTIVE: StepName[] = ['revoke', 'unfreeze']

/** True if an action has an undo for some licenses. */
export const mayHaveUndo = (step: StepName) => step in UNDO

/**
 * Returns the action that undoes another one exactly; undefined if none does. `before` is the license that was
 * shown, and `after` the answer: only if that has the next revision, the action has changed the license, and nobody else
 * has since it was shown.
 */
export function undoOf(
  step: StepName,
  before: Pick<FullLicense, 'status' | 'revision'>,
  after: Pick<FullLicense, 'revision'>
): StepName | undefined {
  if (after.revision !== before.revision + 1) return undefined
  return before.status === 'ACTIVE' || !OF_ACTIVE.includes(step) ? UNDO[step] : undefined
}
