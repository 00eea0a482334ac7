import { deny } from '#kernel/refusals/verdict'
import { BINDS, BOUND, type BindingVerdict } from './binding.js'
import type { Policy } from './policy.js'

/** An address that a license is bound to. Times are milliseconds since the epoch. */
export type BoundIp = { value: string; region: string | null; lastSeenAt: number }

type IpVerdict = BindingVerdict<'IP_STICKY_VIOLATION' | 'IP_LIMIT_EXCEEDED'>

/**
 * The last time outside the window of a policy: addresses that were last seen at or before it no longer count. Null
 * for modes without a window, where a binding is valid until it is reset.
 */
export function windowStart(policy: Policy, now: number): number | null {
  const windowed = policy.ipMode === 'limit' || policy.ipMode === 'region_limit'
  return windowed ? now - policy.ipWindowMinutes * 60_000 : null
}

/** The bindings that count at `now`. */
export function inWindow(policy: Policy, bound: BoundIp[], now: number): BoundIp[] {
  const start = windowStart(policy, now)
  return start === null ? bound : bound.filter((one) => one.lastSeenAt > start)
}

/** Checks the modes that bind addresses. `region.ts` checks the modes that bind regions. */
export function checkIp(policy: Policy, ip: string, bound: BoundIp[], now: number): IpVerdict {
  if (policy.ipMode !== 'sticky' && policy.ipMode !== 'limit') return BOUND
  const counted = inWindow(policy, bound, now)
  if (counted.some((one) => one.value === ip)) return BOUND
  if (policy.ipMode === 'sticky') return counted.length === 0 ? BINDS : deny('IP_STICKY_VIOLATION')
  return counted.length < policy.ipLimit ? BINDS : deny('IP_LIMIT_EXCEEDED')
}
