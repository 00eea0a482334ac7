import { deny } from '#kernel/refusals/verdict'
import { BINDS, BOUND, type BindingVerdict } from './binding.js'
import type { Policy } from './policy.js'

/** An address that a license is bound to. Times are milliseconds since the epoch. */
export type BoundIp = { value: string; region: string | null; lastSeenAt: number }

type IpVerdict = BindingVerdict<'IP_STICKY_VIOLATION' | 'IP_LIMIT_EXCEEDED'>

/**
 * The last moment that lies outside the window of a policy: what was seen then or before counts no more.
 * Null for the modes without a window, where a binding holds until it is reset.
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

/** The modes that bind addresses; those that bind regions are in `region.ts`. */
export function checkIp(policy: Policy, ip: string, bound: BoundIp[], now: number): IpVerdict {
  if (policy.ipMode !== 'sticky' && policy.ipMode !== 'limit') return BOUND
  const counted = inWindow(policy, bound, now)
  if (counted.some((one) => one.value === ip)) return BOUND
  if (policy.ipMode === 'sticky') return counted.length === 0 ? BINDS : deny('IP_STICKY_VIOLATION')
  return counted.length < policy.ipLimit ? BINDS : deny('IP_LIMIT_EXCEEDED')
}
