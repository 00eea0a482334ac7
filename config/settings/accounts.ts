import { Env } from '@adonisjs/core/env'
import { list, urlOf, word } from '../setting_checks.js'
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
    says: 'Leave it off: there is no billing provider yet, and with `true` its routes are a fault of the configuration.',
  }),
  OAUTH_PROVIDERS: setting(list, {
    unset: 'none',
    example: 'google,github,acme',
    says: 'Providers, separated by commas, whose accounts users may link; `google`, `github` and `discord` are known. Each needs settings of its own name: a provider `acme-sso` has `OAUTH_ACME_SSO_CLIENT_ID`.',
  }),
  OAUTH_SIGN_IN: setting(schema.boolean(), {
    default: 'false',
    says: 'Lets users sign in by the accounts that they have linked; nobody gets an account by it.',
  }),
}

const address = urlOf('https', 'http')

/** Settings of each provider in OAUTH_PROVIDERS: `OAUTH_<NAME>_CLIENT_ID` and so on. */
export const providerSettings = {
  CLIENT_ID: setting(word, {
    unset: 'the provider is not offered',
    says: 'The client that you registered there, with the callback `APP_URL/oauth/<name>/callback`.',
  }),
  CLIENT_SECRET: setting(word, {
    unset: 'the provider is not offered',
    secret: true,
    says: 'The secret of that client.',
  }),
  ISSUER: setting(address, {
    unset: 'of `google`',
    says: 'The issuer of a provider of OpenID Connect that is none of the known ones; https in production.',
  }),
  AUTHORIZE_URL: setting(address, {
    unset: 'of the provider',
    says: 'Where people are sent: for GitHub Enterprise, as are the next three. `discord` has all but the last.',
  }),
  TOKEN_URL: setting(address, { unset: 'of the provider', says: 'Where codes are exchanged.' }),
  USER_URL: setting(address, { unset: 'of the provider', says: 'Where the profile is read.' }),
  EMAILS_URL: setting(address, { unset: 'of the provider', says: 'Where the addresses are read.' }),
}
