import { limit, livableLimit } from '../setting_checks.js'
import { setting } from './setting.js'

const perKey = (value: string, plan: string) =>
  setting(limit, { default: value, says: `Requests per minute with one API key, on the plan \`${plan}\`.` })

/** How often something may be done (interface#8-limits); -1 means unlimited. */
export const limitSettings = {
  API_KEY_IP_LIMIT_PER_MIN: setting(livableLimit, {
    default: '120',
    says: 'Requests per minute from one client address. For IPv6, one address means a whole /64, here and below.',
  }),
  API_KEY_LIMIT_FREE_PER_MIN: perKey('60', 'free'),
  API_KEY_LIMIT_PRO_PER_MIN: perKey('600', 'pro'),
  API_KEY_LIMIT_BUSINESS_PER_MIN: perKey('3000', 'business'),
  API_KEY_LIMIT_ENTERPRISE_PER_MIN: perKey('-1', 'enterprise'),
  PRODUCT_LIMIT_PER_MIN: setting(limit, {
    default: '10000',
    says: 'Requests per minute with all API keys of one product.',
  }),
  LICENSE_LIMIT_PER_MIN: setting(limit, {
    default: '20',
    says: 'Authorize calls per minute for one license.',
  }),
  LOGIN_LIMIT_PER_15_MIN: setting(limit, {
    default: '10',
    says: 'Sign-in attempts per client address and email.',
  }),
  LOGIN_FAILURES_PER_DAY: setting(limit, {
    default: '100',
    says: 'Wrong passwords for one account, from all client addresses together. Above this limit, sign-in takes 2 seconds longer and the owner of the account gets an email.',
  }),
  SIGNUP_LIMIT_PER_HOUR: setting(limit, { default: '5', says: 'Sign-up attempts per client address.' }),
  PASSWORD_RESET_LIMIT_PER_HOUR: setting(limit, {
    default: '5',
    says: 'Requests for a password reset per client address.',
  }),
  TOTP_LIMIT_PER_15_MIN: setting(limit, {
    default: '10',
    says: 'Attempts with second-factor codes per user, and with backup codes per user and client address.',
  }),
  INVITES_PER_HOUR: setting(limit, {
    default: '20',
    says: 'Invites sent by one org. One user can send three times as many. An email address gets one invite per day.',
  }),
  ENDUSER_LOGIN_LIMIT_PER_15_MIN: setting(limit, {
    default: '10',
    says: 'Sign-in attempts of end users with a password or a license key, per client address and email.',
  }),
  ENDUSER_CODE_LIMIT_PER_HOUR: setting(limit, {
    default: '5',
    says: 'Mailed codes per org and email. The limit per client address is four times as high.',
  }),
  REDEEM_LIMIT_PER_15_MIN: setting(limit, {
    default: '10',
    says: 'License keys that an end user may try to redeem. The limit per client address is twice as high.',
  }),
  TICKET_LIMIT_PER_HOUR: setting(limit, {
    default: '5',
    says: 'New tickets per end user. The limit for messages is six times as high.',
  }),
  ORDER_LIMIT_PER_HOUR: setting(limit, {
    default: '10',
    says: 'Orders per end user.',
  }),
  PROCESSOR_EVENT_LIMIT_PER_MIN: setting(limit, {
    default: '600',
    says: 'Events of one payment processor. Its client addresses also count in `API_KEY_IP_LIMIT_PER_MIN`.',
  }),
  DOMAIN_CHECK_LIMIT_PER_HOUR: setting(limit, {
    default: '20',
    says: 'Domain verifications per org. Each one sends DNS queries.',
  }),
  SSO_START_LIMIT_PER_15_MIN: setting(limit, {
    default: '20',
    says: 'Started SSO sign-ins per client address.',
  }),
  WEBHOOK_TEST_LIMIT_PER_MIN: setting(limit, {
    default: '10',
    says: 'Manual webhook tests and replays per client address.',
  }),
}
