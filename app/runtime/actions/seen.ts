import type { BoundIp } from '#catalog/rules/ip'
import { inWindow, windowStart } from '#catalog/rules/ip'
import type { Millis } from '#kernel/time/millis'
import type { Known } from '#runtime/queries/authorize_facts'

/**
 * If a session, or an address in its window, has less than this time left, a call refreshes it durably before its
 * answer. Otherwise it could end while its refresh still waits in memory. Milliseconds.
 */
const PRESSING: Millis = 5000

/** Returns the bound address that this call uses: its own, or the one last seen in its region. */
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

/** Returns whether the session or the address of an allowed call ends so soon that its refresh cannot wait. */
export function isPressing(known: Known, now: Millis): boolean {
  const { policy, sessions } = known.facts
  if (sessions.own && sessions.own.expiresAt - now < PRESSING) return true
  const start = windowStart(policy, now)
  const address = start === null ? null : boundAddress(known, now)
  return address !== null && address.lastSeenAt - start! < PRESSING
}

/** Returns the addresses that have left the window; none in modes without a window. */
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
