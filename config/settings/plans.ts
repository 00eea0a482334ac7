/** The plans of an org's owner, from the smallest on (contract#rate-limits). */
export const PLANS = ['free', 'pro', 'business', 'enterprise'] as const
export type Plan = (typeof PLANS)[number]
