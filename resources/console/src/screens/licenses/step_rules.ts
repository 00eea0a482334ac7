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

/** Returns the action that undoes another one exactly, on a license that had this status before; undefined if none does. */
export function undoOf(step: StepName, before: License['status']): StepName | undefined {
  return before === 'ACTIVE' || !OF_ACTIVE.includes(step) ? UNDO[step] : undefined
}
