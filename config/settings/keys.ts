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
    says: 'Seals stored secrets, signs tokens and links; the same in every process, 32 characters or more in production.',
  }),
  APP_KEYS: setting(appKeyRing, {
    unset: '`APP_KEY`',
    secret: true,
    says: 'Several keys, newest first, separated by commas: see [docs/operating/keys.md](keys.md).',
  }),
  SDK_SIGNING_REQUIRED: setting(schema.boolean(), {
    default: { production: 'true', otherwise: 'false' },
    says: 'Unsigned authorize calls are refused, and requests that cannot be counted in their limits.',
  }),
  SDK_SIGNING_SECRET: setting(secret, {
    unset: 'none',
    secret: true,
    says: "A signing secret for the whole deployment, accepted beside each key's own; 32 characters or more in production.",
  }),
  BOOTSTRAP_ENABLED: setting(schema.boolean(), {
    default: 'false',
    says: 'Opens the bootstrap routes to whoever sends the token; switch it off after the first keys are out.',
  }),
  BOOTSTRAP_ADMIN_TOKEN: setting(secret, {
    unset: 'none',
    secret: true,
    says: 'The token of the bootstrap routes, sent as `X-Admin-Token`; 32 characters or more in production.',
  }),
}
