import { deny } from '#kernel/refusals/verdict'
import { BINDS, BOUND, type BindingVerdict } from './binding.js'
import type { Policy } from './policy.js'

/** The HWIDs that are bound to a license, as the calling program sees them. */
export type BoundHwids = {
  /** Whether the HWID of this call is one of them. */
  bound: boolean
  /** How many there are. */
  count: number
}

type HwidVerdict = BindingVerdict<'HWID_STICKY_VIOLATION' | 'HWID_LIMIT_EXCEEDED'>

/** Whether the policy looks at HWIDs at all; then a call must name its own (contract#authorize-request). */
export function needsHwid(policy: Policy): boolean {
  return policy.hwidMode !== 'none'
}

/** A bound device goes on; a new one takes a free slot, or is refused (interface#73-authorize-reason-codes). */
export function checkHwid(policy: Policy, hwids: BoundHwids): HwidVerdict {
  if (!needsHwid(policy) || hwids.bound) return BOUND
  if (policy.hwidMode === 'sticky') return hwids.count === 0 ? BINDS : deny('HWID_STICKY_VIOLATION')
  return hwids.count < policy.hwidLimit ? BINDS : deny('HWID_LIMIT_EXCEEDED')
}
