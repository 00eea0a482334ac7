import { Env } from '@adonisjs/core/env'
import { providerNames, urlOf, word } from '../setting_checks.js'
import { PLANS } from './plans.js'
import { setting } from './setting.js'

const { schema } = Env

/** Who may have an account, and how users sign in. */
export const accountSettings = {
  SIGNUP: setting(schema.enum(['open', 'invited', 'closed'] as const), {
    default: 'open',
    says: 'Who may sign up: `open`, `invited` (people with an open invite for their address), `closed`.',
  }),
  DEFAULT_PLAN: setting(schema.enum(PLANS), {
    default: 'free',
    says: 'The plan of people who sign up; `plan:set` changes it.',
  }),
  BILLING_ENABLED: setting(schema.boolean(), {
    default: 'false',
    says: 'Lets end users pay in the portal. With `false`, the service refuses their orders of listings that have a price and are fulfilled instantly (STAGING_BILLING_DISABLED). The merchant’s own payment processor takes the money in both cases. The service has no billing of its own: the billing routes of an org return STAGING_BILLING_DISABLED with `false` and CONFIG_ERROR with `true`.',
  }),
  OAUTH_PROVIDERS: setting(providerNames, {
    unset: 'none',
    example: 'google,github,acme',
    says: 'The providers whose accounts users may link, separated by commas. `google`, `github` and `discord` are built in. Each provider needs its own settings: for example, a provider `acme-sso` needs `OAUTH_ACME_SSO_CLIENT_ID`.',
  }),
  OAUTH_SIGN_IN: setting(schema.boolean(), {
    default: 'false',
    says: 'Lets users sign in with a linked account. It never creates a new user.',
  }),
}

const address = urlOf('https', 'http')

/** Settings of each provider in OAUTH_PROVIDERS: `OAUTH_<NAME>_CLIENT_ID` and so on. */
export const providerSettings = {
  CLIENT_ID: setting(word, {
    unset: 'the provider is not offered',
    says: 'The id of the client that you registered at the provider, with the callback `APP_URL/oauth/<name>/callback`.',
  }),
  CLIENT_SECRET: setting(word, {
    unset: 'the provider is not offered',
    secret: true,
    says: 'The secret of that client.',
  }),
  ISSUER: setting(address, {
    unset: 'of `google`',
    says: 'The issuer of an OpenID Connect provider that is not built in. It must use https in production.',
  }),
  AUTHORIZE_URL: setting(address, {
    unset: 'of the provider',
    says: 'The address of the sign-in page. Set this and the next three for GitHub Enterprise. `discord` has all of them except the last.',
  }),
  TOKEN_URL: setting(address, { unset: 'of the provider', says: 'The address that exchanges codes.' }),
  USER_URL: setting(address, { unset: 'of the provider', says: 'The address of the user profile.' }),
  EMAILS_URL: setting(address, {
    unset: 'of the provider',
    says: 'The address that lists the email addresses of the user.',
  }),
}
