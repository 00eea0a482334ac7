import type { Policy } from './policy.js'

/** What is bound of a license's HWIDs, as the call that asks sees it. */
export type BoundHwids = {
  /** Whether the HWID of this call is one of them. */
  bound: boolean
  /** How many there are. */
  count: number
}

export type HwidVerdict = 'ok' | 'bind' | 'HWID_STICKY_VIOLATION' | 'HWID_LIMIT_EXCEEDED'

/** Whether the policy looks at HWIDs at all; then a call must name its own (contract#authorize-request). */
export function needsHwid(policy: Policy): boolean {
  return policy.hwidMode !== 'none'
}

/** A bound device goes on; a new one takes a free slot, or is refused (interface#73-authorize-reason-codes). */
export function checkHwid(policy: Policy, hwids: BoundHwids): HwidVerdict {
  if (!needsHwid(policy) || hwids.bound) return 'ok'
  if (policy.hwidMode === 'sticky') return hwids.count === 0 ? 'bind' : 'HWID_STICKY_VIOLATION'
  return hwids.count < policy.hwidLimit ? 'bind' : 'HWID_LIMIT_EXCEEDED'
}
