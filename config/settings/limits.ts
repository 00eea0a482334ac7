import { limit } from '../setting_checks.js'
import { setting } from './setting.js'

const perKey = (value: string, plan: string) =>
  setting(limit, { default: value, says: `Requests a minute of one API key, on the plan \`${plan}\`.` })

/** How often something may be done (interface#8-limits); -1 means unlimited. */
export const limitSettings = {
  API_KEY_IP_LIMIT_PER_MIN: setting(limit, {
    default: '120',
    says: 'Requests a minute of one client address. An address is a whole /64 of IPv6, here and below.',
  }),
  API_KEY_LIMIT_FREE_PER_MIN: perKey('60', 'free'),
  API_KEY_LIMIT_PRO_PER_MIN: perKey('600', 'pro'),
  API_KEY_LIMIT_BUSINESS_PER_MIN: perKey('3000', 'business'),
  API_KEY_LIMIT_ENTERPRISE_PER_MIN: perKey('-1', 'enterprise'),
  PRODUCT_LIMIT_PER_MIN: setting(limit, {
    default: '10000',
    says: 'Requests a minute with API keys of one product.',
  }),
  LICENSE_LIMIT_PER_MIN: setting(limit, {
    default: '20',
    says: 'Authorize calls a minute for one license.',
  }),
  LOGIN_LIMIT_PER_15_MIN: setting(limit, {
    default: '10',
    says: 'Attempts to sign in per address and email.',
  }),
  LOGIN_FAILURES_PER_DAY: setting(limit, {
    default: '100',
    says: 'Wrong passwords for one account, whatever the address; past these, signing in takes 2 seconds longer and its owner gets a mail.',
  }),
  SIGNUP_LIMIT_PER_HOUR: setting(limit, { default: '5', says: 'Attempts to sign up per address.' }),
  PASSWORD_RESET_LIMIT_PER_HOUR: setting(limit, {
    default: '5',
    says: 'Password resets asked for per address.',
  }),
  TOTP_LIMIT_PER_15_MIN: setting(limit, {
    default: '10',
    says: 'Codes of the second factor per user; backup codes per user and address.',
  }),
  INVITES_PER_HOUR: setting(limit, {
    default: '20',
    says: 'Invites of one org, and three times as many of one user; an address gets one invite a day.',
  }),
  ENDUSER_LOGIN_LIMIT_PER_15_MIN: setting(limit, {
    default: '10',
    says: 'Attempts of end users to sign in with a password or a license key, per address and email.',
  }),
  ENDUSER_CODE_LIMIT_PER_HOUR: setting(limit, {
    default: '5',
    says: 'Mailed codes per org and email, and four times as many per client address.',
  }),
  REDEEM_LIMIT_PER_15_MIN: setting(limit, {
    default: '10',
    says: 'License keys that an end user may try to redeem, and twice as many per client address.',
  }),
  TICKET_LIMIT_PER_HOUR: setting(limit, {
    default: '5',
    says: 'New tickets of an end user, and six times as many messages.',
  }),
  ORDER_LIMIT_PER_HOUR: setting(limit, {
    default: '10',
    says: 'Orders of an end user.',
  }),
  PROCESSOR_EVENT_LIMIT_PER_MIN: setting(limit, {
    default: '600',
    says: 'Events of one payment processor; its addresses count in `API_KEY_IP_LIMIT_PER_MIN` as well.',
  }),
  DOMAIN_CHECK_LIMIT_PER_HOUR: setting(limit, {
    default: '20',
    says: 'Verifications of domains per org, each of which asks DNS.',
  }),
  SSO_START_LIMIT_PER_15_MIN: setting(limit, {
    default: '20',
    says: 'Sign-ins through SSO that are begun per client address.',
  }),
  WEBHOOK_TEST_LIMIT_PER_MIN: setting(limit, {
    default: '10',
    says: 'Tests and replays of webhooks by hand per client address.',
  }),
}
