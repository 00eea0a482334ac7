import { deny } from '#kernel/refusals/verdict'
import { BINDS, BOUND, type BindingVerdict } from './binding.js'
import type { Policy } from './policy.js'

/** The HWIDs that are bound to a license, from the view of the current call. */
export type BoundHwids = {
  /** True if the HWID of this call is bound. */
  bound: boolean
  /** The number of bound HWIDs. */
  count: number
}

type HwidVerdict = BindingVerdict<'HWID_STICKY_VIOLATION' | 'HWID_LIMIT_EXCEEDED'>

/** Returns true if the policy checks HWIDs. Then a call must send its HWID (contract#authorize-request). */
export function needsHwid(policy: Policy): boolean {
  return policy.hwidMode !== 'none'
}

/** Allows a bound device. A new device takes a free slot or is refused (interface#73-authorize-reason-codes). */
export function checkHwid(policy: Policy, hwids: BoundHwids): HwidVerdict {
  if (!needsHwid(policy) || hwids.bound) return BOUND
  if (policy.hwidMode === 'sticky') return hwids.count === 0 ? BINDS : deny('HWID_STICKY_VIOLATION')
  return hwids.count < policy.hwidLimit ? BINDS : deny('HWID_LIMIT_EXCEEDED')
}
