import type { Policy } from '#catalog/rules/policy'
import { DAY, type Millis } from '#kernel/time/millis'

/** What a reset clears. */
export type ResetKind = 'HWID' | 'IP'

/** So many resets in so many days; `windowDays` null is the whole life of the license. */
export type ResetAllowance = { limit: number; windowDays: number | null }

/** The resets of end users that count at a moment. */
export type ResetUsage = {
  used: number
  /** The moment of the reset that is the `limit`-th newest of them; null if they are fewer. */
  blocking: Millis | null
}

/** The budget of self-service resets (contract/09-end-users#95-licenses-eu). */
export type Budget = ResetAllowance & {
  used: number
  remaining: number
  /** When the next one is free; null while there is one, and if there will be none. */
  nextAt: Millis | null
}

/** The allowance that a policy gives. */
export function allowanceOf(policy: Policy, kind: ResetKind): ResetAllowance {
  return kind === 'HWID'
    ? { limit: policy.maxHwidResets, windowDays: policy.hwidResetWindowDays }
    : { limit: policy.maxIpResets, windowDays: policy.ipResetWindowDays }
}

/** The moment after which a reset counts at `now`; null is ever. */
export function countedAfter({ windowDays }: ResetAllowance, now: Millis): Millis | null {
  return windowDays === null ? null : now - windowDays * DAY
}

/** What is left of an allowance. */
export function budgetOf({ limit, windowDays }: ResetAllowance, { used, blocking }: ResetUsage): Budget {
  const remaining = Math.max(0, limit - used)
  const comesBack = remaining === 0 && windowDays !== null && blocking !== null
  return { limit, windowDays, used, remaining, nextAt: comesBack ? blocking + windowDays * DAY : null }
}
