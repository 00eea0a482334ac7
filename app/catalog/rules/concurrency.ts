import { deny, type Verdict } from '#kernel/refusals/verdict'
import type { Policy } from './policy.js'

/** A live session. `expiresAt` is in milliseconds since the epoch. */
type LiveSession = { id: string; expiresAt: number }

/** The sessions of a license, from the view of the current call. */
export type Sessions = {
  /** The live session that this call continues; null if it would open a session. */
  own: LiveSession | null
  /** The number of live sessions. Only used if `own` is null. */
  live: number
}

/** The verdict: whether the call opens a session, and how many of the oldest sessions are evicted for it. */
export type SessionVerdict = Verdict<'CONCURRENCY_LIMIT_EXCEEDED', { opens: boolean; evicted: number }>

/**
 * Renews a live session. A new session opens if the limit of the policy allows it. At the limit, the policy decides:
 * the oldest sessions are evicted for it, or it is refused (contract#sessions-of-a-license).
 */
export function checkConcurrency(policy: Policy, { own, live }: Sessions): SessionVerdict {
  if (own) return { allow: true, opens: false, evicted: 0 }
  const max = policy.maxConcurrentSessions
  if (max === null || live < max) return { allow: true, opens: true, evicted: 0 }
  if (policy.onSessionLimit === 'deny') return deny('CONCURRENCY_LIMIT_EXCEEDED')
  return { allow: true, opens: true, evicted: live - max + 1 }
}
