import env from '#start/env'

/** Requests per minute of one API key, by the plan of the org's owner (contract#rate-limits). */
export const PLANS = ['free', 'pro', 'business', 'enterprise'] as const
export type Plan = (typeof PLANS)[number]

/**
 * Every number that bounds how often something may be done (interface#8-limits, contract#settings); -1 means unlimited.
 * It is an object that can be written to, so that a test can lower a limit for its own duration.
 */
export const limits = {
  ipPerMinute: env.get('API_KEY_IP_LIMIT_PER_MIN') ?? 120,
  keyPerMinute: {
    free: env.get('API_KEY_LIMIT_FREE_PER_MIN') ?? 60,
    pro: env.get('API_KEY_LIMIT_PRO_PER_MIN') ?? 600,
    business: env.get('API_KEY_LIMIT_BUSINESS_PER_MIN') ?? 3000,
    enterprise: env.get('API_KEY_LIMIT_ENTERPRISE_PER_MIN') ?? -1,
  } as Record<Plan, number>,
  /** The plan of people who sign up. */
  defaultPlan: env.get('DEFAULT_PLAN') ?? 'free',
  productPerMinute: env.get('PRODUCT_LIMIT_PER_MIN') ?? 10_000,
  licensePerMinute: env.get('LICENSE_LIMIT_PER_MIN') ?? 20,
  loginPer15Minutes: env.get('LOGIN_LIMIT_PER_15_MIN') ?? 10,
  signupPerHour: env.get('SIGNUP_LIMIT_PER_HOUR') ?? 5,
  passwordResetPerHour: env.get('PASSWORD_RESET_LIMIT_PER_HOUR') ?? 5,
  /** Wrong passwords for one account, whatever the address: past these, signing in to it is slower. */
  loginFailuresPerDay: env.get('LOGIN_FAILURES_PER_DAY') ?? 100,
  totpPer15Minutes: env.get('TOTP_LIMIT_PER_15_MIN') ?? 10,
  /** Invites of one org; and of one user in three orgs. */
  invitesPerHour: env.get('INVITES_PER_HOUR') ?? 20,
  /** Mails that invite one address, whichever orgs invite it. */
  invitesPerAddressAndDay: 1,
  webhookTestPerMinute: env.get('WEBHOOK_TEST_LIMIT_PER_MIN') ?? 10,

  /**
   * What happens while the store of the limits is down: where signing is required requests are refused with
   * RATE_LIMIT_UNAVAILABLE, elsewhere they pass uncounted (interface#72-codes).
   */
  failClosed: env.get('SDK_SIGNING_REQUIRED') ?? env.get('NODE_ENV') === 'production',
}
