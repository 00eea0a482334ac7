import { countedAfter, type ResetAllowance, type ResetUsage } from '#end_users/rules/reset_budget'

/** The usage that the service's statement should find for resets at these moments. */
export function usageAmong(moments: number[], allowance: ResetAllowance, now: number): ResetUsage {
  const since = countedAfter(allowance, now) ?? -Infinity
  const counted = moments.filter((at) => at > since).toSorted((one, other) => other - one)
  return { used: counted.length, blocking: counted[allowance.limit - 1] ?? null }
}
