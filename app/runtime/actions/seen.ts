import type { BoundIp } from '#catalog/rules/ip'
import { inWindow, windowStart } from '#catalog/rules/ip'
import type { Millis } from '#kernel/time/millis'
import type { Known } from '#runtime/queries/authorize_facts'

/**
 * What is left of a session or of an address in its window, in milliseconds, below which a call refreshes it
 * durably before its answer: a refresh that waits in memory must never be overtaken by the end.
 */
const PRESSING: Millis = 5000

/** The bound address that this call shows to be in use: its own, or the one that stands for its region. */
export function boundAddress({ facts }: Known, now: Millis): BoundIp | null {
  const { call, policy, ips } = facts
  const counted = inWindow(policy, ips, now)
  switch (policy.ipMode) {
    case 'none':
      return null
    case 'sticky':
    case 'limit':
      return counted.find((one) => one.value === call.ip) ?? null
    default:
      return latest(counted.filter((one) => one.region === call.region))
  }
}

/** Whether the session or the address of an allowed call is so near its end that it cannot wait. */
export function isPressing(known: Known, now: Millis): boolean {
  const { policy, sessions } = known.facts
  if (sessions.own && sessions.own.expiresAt - now < PRESSING) return true
  const start = windowStart(policy, now)
  const address = start === null ? null : boundAddress(known, now)
  return address !== null && address.lastSeenAt - start! < PRESSING
}

/** The addresses whose time in the window is over; null for modes in which they hold for good. */
export function lapsedAddresses({ facts }: Known, now: Millis): BoundIp[] {
  const start = windowStart(facts.policy, now)
  return start === null ? [] : facts.ips.filter((one) => one.lastSeenAt <= start)
}

function latest(some: BoundIp[]): BoundIp | null {
  return some.reduce<BoundIp | null>(
    (best, one) => (best && best.lastSeenAt >= one.lastSeenAt ? best : one),
    null
  )
}
