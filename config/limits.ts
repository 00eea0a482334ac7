import type { Plan } from '#config/settings/plans'
import env from '#start/env'

/**
 * Every number that bounds how often something may be done (interface#8-limits, contract#settings); -1 means unlimited.
 * It is an object that can be written to, so that a test can lower a limit for its own duration.
 */
export const limits = {
  ipPerMinute: env.get('API_KEY_IP_LIMIT_PER_MIN'),
  /** Of one API key, by the plan of the org's owner (contract#rate-limits). */
  keyPerMinute: {
    free: env.get('API_KEY_LIMIT_FREE_PER_MIN'),
    pro: env.get('API_KEY_LIMIT_PRO_PER_MIN'),
    business: env.get('API_KEY_LIMIT_BUSINESS_PER_MIN'),
    enterprise: env.get('API_KEY_LIMIT_ENTERPRISE_PER_MIN'),
  } as Record<Plan, number>,
  /** The plan of people who sign up. */
  defaultPlan: env.get('DEFAULT_PLAN'),
  productPerMinute: env.get('PRODUCT_LIMIT_PER_MIN'),
  licensePerMinute: env.get('LICENSE_LIMIT_PER_MIN'),
  loginPer15Minutes: env.get('LOGIN_LIMIT_PER_15_MIN'),
  signupPerHour: env.get('SIGNUP_LIMIT_PER_HOUR'),
  passwordResetPerHour: env.get('PASSWORD_RESET_LIMIT_PER_HOUR'),
  /** Wrong passwords for one account, whatever the address: past these, signing in to it is slower. */
  loginFailuresPerDay: env.get('LOGIN_FAILURES_PER_DAY'),
  totpPer15Minutes: env.get('TOTP_LIMIT_PER_15_MIN'),
  /** Invites of one org; and of one user in three orgs. */
  invitesPerHour: env.get('INVITES_PER_HOUR'),
  /** Mails that invite one address, whichever orgs invite it. */
  invitesPerAddressAndDay: 1,
  endUserLoginPer15Minutes: env.get('ENDUSER_LOGIN_LIMIT_PER_15_MIN'),
  /** Mailed codes of one address of mail; a client address has four times as many. */
  endUserCodesPerHour: env.get('ENDUSER_CODE_LIMIT_PER_HOUR'),
  /** Of one end user; a client address has twice as many. */
  redeemsPer15Minutes: env.get('REDEEM_LIMIT_PER_15_MIN'),
  /** New tickets of one end user; messages are six times as many. */
  ticketsPerHour: env.get('TICKET_LIMIT_PER_HOUR'),
  ordersPerHour: env.get('ORDER_LIMIT_PER_HOUR'),
  processorEventsPerMinute: env.get('PROCESSOR_EVENT_LIMIT_PER_MIN'),
  domainChecksPerHour: env.get('DOMAIN_CHECK_LIMIT_PER_HOUR'),
  ssoStartsPer15Minutes: env.get('SSO_START_LIMIT_PER_15_MIN'),
  webhookTestPerMinute: env.get('WEBHOOK_TEST_LIMIT_PER_MIN'),

  /**
   * What happens while the store of the limits is down: where signing is required requests are refused with
   * RATE_LIMIT_UNAVAILABLE, elsewhere they pass uncounted (interface#72-codes).
   */
  failClosed: env.get('SDK_SIGNING_REQUIRED'),
}
