import type { Policy } from './policy.js'

/** A session that is alive; until when, in milliseconds since the epoch. */
type LiveSession = { id: string; expiresAt: number }

/** The sessions of a license, as the call that asks sees them. */
export type Sessions = {
  /** The live session that this call goes on with; null when it would open one. */
  own: LiveSession | null
  /** How many are alive; looked at only when `own` is null. */
  live: number
}

export type SessionVerdict =
  { action: 'renew' } | { action: 'open'; evicted: number } | 'CONCURRENCY_LIMIT_EXCEEDED'

/**
 * A live session is renewed; a new one takes a free seat, or the seats of the oldest where the policy evicts,
 * or is refused (contract#sessions-of-a-license).
 */
export function checkConcurrency(policy: Policy, { own, live }: Sessions): SessionVerdict {
  if (own) return { action: 'renew' }
  const max = policy.maxConcurrentSessions
  if (max === null || live < max) return { action: 'open', evicted: 0 }
  if (policy.onSessionLimit === 'deny') return 'CONCURRENCY_LIMIT_EXCEEDED'
  return { action: 'open', evicted: live - max + 1 }
}
