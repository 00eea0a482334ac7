/** The plans of an org's owner, smallest first (contract#rate-limits). */
export const PLANS = ['free', 'pro', 'business', 'enterprise'] as const
export type Plan = (typeof PLANS)[number]
