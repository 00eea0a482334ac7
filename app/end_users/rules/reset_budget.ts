import type { Policy } from '#catalog/rules/policy'
import { DAY, type Millis } from '#kernel/time/millis'

/** The kind of binding that a reset clears. */
export type ResetKind = 'HWID' | 'IP'

/** At most `limit` resets in `windowDays` days; null means the whole life of the license. */
export type ResetAllowance = { limit: number; windowDays: number | null }

/** The self-service resets that count at a given time. */
export type ResetUsage = {
  used: number
  /** When the `limit`-th newest of them happened; null if there are fewer. */
  blocking: Millis | null
}

/** The budget of self-service resets (contract/09-end-users#95-licenses-eu). */
export type Budget = ResetAllowance & {
  used: number
  remaining: number
  /** When the next one is free; null if one is free now, or if none will ever be. */
  nextAt: Millis | null
}

/** Returns the reset allowance of a policy. */
export function allowanceOf(policy: Policy, kind: ResetKind): ResetAllowance {
  return kind === 'HWID'
    ? { limit: policy.maxHwidResets, windowDays: policy.hwidResetWindowDays }
    : { limit: policy.maxIpResets, windowDays: policy.ipResetWindowDays }
}

/** Returns the time after which resets count at `now`; null if all count. */
export function countedAfter({ windowDays }: ResetAllowance, now: Millis): Millis | null {
  return windowDays === null ? null : now - windowDays * DAY
}

/** Computes how much of an allowance is left. */
export function budgetOf({ limit, windowDays }: ResetAllowance, { used, blocking }: ResetUsage): Budget {
  const remaining = Math.max(0, limit - used)
  const comesBack = remaining === 0 && windowDays !== null && blocking !== null
  return { limit, windowDays, used, remaining, nextAt: comesBack ? blocking + windowDays * DAY : null }
}
