import { deny, type Verdict } from '#kernel/refusals/verdict'
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

/** Whether the call opens a session, and how many of the oldest make room for it. */
export type SessionVerdict = Verdict<'CONCURRENCY_LIMIT_EXCEEDED', { opens: boolean; evicted: number }>

/**
 * A live session is renewed; a new one takes a free seat, or the seats of the oldest where the policy evicts,
 * or is refused (contract#sessions-of-a-license).
 */
export function checkConcurrency(policy: Policy, { own, live }: Sessions): SessionVerdict {
  if (own) return { allow: true, opens: false, evicted: 0 }
  const max = policy.maxConcurrentSessions
  if (max === null || live < max) return { allow: true, opens: true, evicted: 0 }
  if (policy.onSessionLimit === 'deny') return deny('CONCURRENCY_LIMIT_EXCEEDED')
  return { allow: true, opens: true, evicted: live - max + 1 }
}
