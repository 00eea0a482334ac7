import { Env } from '@adonisjs/core/env'
import { appKey, appKeyRing, secret } from '../setting_checks.js'
import { setting } from './setting.js'

const { schema } = Env

/** Secrets of the deployment and what they protect (contract/01-changes#keys, interface#54-request-signing). */
export const keys = {
  APP_KEY: setting(appKey, {
    neededWhen: () => !process.env.APP_KEYS,
    unset: 'made once in `DATA_DIR` for the embedded Postgres, never in production',
    secret: true,
    says: 'The key that encrypts stored secrets and signs tokens and links. Use the same value in every process, with at least 32 characters in production.',
  }),
  APP_KEYS: setting(appKeyRing, {
    unset: '`APP_KEY`',
    secret: true,
    says: 'Several keys, separated by commas, newest first. See [docs/operating/keys.md](keys.md).',
  }),
  SDK_SIGNING_REQUIRED: setting(schema.boolean(), {
    default: { production: 'true', otherwise: 'false' },
    says: 'Refuses unsigned authorize calls, and requests whose rate limit cannot be checked.',
  }),
  SDK_SIGNING_SECRET: setting(secret, {
    unset: 'none',
    secret: true,
    says: "A signing secret for the whole deployment, accepted in addition to each key's own secret. At least 32 characters in production.",
  }),
  BOOTSTRAP_ENABLED: setting(schema.boolean(), {
    default: 'false',
    says: 'Opens the bootstrap routes to every caller that sends the token. Switch it off after you have created the first keys.',
  }),
  BOOTSTRAP_ADMIN_TOKEN: setting(secret, {
    unset: 'none',
    secret: true,
    says: 'The token for the bootstrap routes, sent as `X-Admin-Token`. At least 32 characters in production.',
  }),
}
