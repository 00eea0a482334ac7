import type { Plan } from '#config/settings/plans'
import env from '#start/env'

/**
 * All limits on how often something may be done (interface#8-limits, contract#settings); -1 means unlimited. The
 * object is mutable, so that a test can lower a limit temporarily.
 */
export const limits = {
  ipPerMinute: env.get('API_KEY_IP_LIMIT_PER_MIN'),
  /** Per API key, by the plan of the org's owner (contract#rate-limits). */
  keyPerMinute: {
    free: env.get('API_KEY_LIMIT_FREE_PER_MIN'),
    pro: env.get('API_KEY_LIMIT_PRO_PER_MIN'),
    business: env.get('API_KEY_LIMIT_BUSINESS_PER_MIN'),
    enterprise: env.get('API_KEY_LIMIT_ENTERPRISE_PER_MIN'),
  } as Record<Plan, number>,
  /** The plan of new users. */
  defaultPlan: env.get('DEFAULT_PLAN'),
  productPerMinute: env.get('PRODUCT_LIMIT_PER_MIN'),
  licensePerMinute: env.get('LICENSE_LIMIT_PER_MIN'),
  loginPer15Minutes: env.get('LOGIN_LIMIT_PER_15_MIN'),
  signupPerHour: env.get('SIGNUP_LIMIT_PER_HOUR'),
  passwordResetPerHour: env.get('PASSWORD_RESET_LIMIT_PER_HOUR'),
  /** Wrong passwords per account, from any address; above this number, signing in to the account is slower. */
  loginFailuresPerDay: env.get('LOGIN_FAILURES_PER_DAY'),
  totpPer15Minutes: env.get('TOTP_LIMIT_PER_15_MIN'),
  /** Per org; one user may send three times as many over all orgs. */
  invitesPerHour: env.get('INVITES_PER_HOUR'),
  /** Invite mails to one address, from all orgs together. */
  invitesPerAddressAndDay: 1,
  endUserLoginPer15Minutes: env.get('ENDUSER_LOGIN_LIMIT_PER_15_MIN'),
  /** Mailed codes per mail address; a client address may request four times as many. */
  endUserCodesPerHour: env.get('ENDUSER_CODE_LIMIT_PER_HOUR'),
  /** Per end user; a client address may redeem twice as many. */
  redeemsPer15Minutes: env.get('REDEEM_LIMIT_PER_15_MIN'),
  /** New tickets per end user; six times as many messages are allowed. */
  ticketsPerHour: env.get('TICKET_LIMIT_PER_HOUR'),
  ordersPerHour: env.get('ORDER_LIMIT_PER_HOUR'),
  processorEventsPerMinute: env.get('PROCESSOR_EVENT_LIMIT_PER_MIN'),
  domainChecksPerHour: env.get('DOMAIN_CHECK_LIMIT_PER_HOUR'),
  ssoStartsPer15Minutes: env.get('SSO_START_LIMIT_PER_15_MIN'),
  webhookTestPerMinute: env.get('WEBHOOK_TEST_LIMIT_PER_MIN'),

  /**
   * What happens while the rate limit store is down. If signing is required, requests are refused with
   * RATE_LIMIT_UNAVAILABLE; otherwise they pass uncounted (interface#72-codes).
   */
  failClosed: env.get('SDK_SIGNING_REQUIRED'),
}
