import { randomBytes } from 'node:crypto'
import { suggest } from '../config/environment.js'

/** Settings that suit a first look and development. The environment and a file `.env` go before them. */
export function suggestTrialSettings() {
  process.env.NODE_ENV ??= 'development'
  suggest({
    LOG_LEVEL: 'warn',
    BOOTSTRAP_ENABLED: 'true',
    // So that a program which signs wrongly fails here and not in production.
    SDK_SIGNING_REQUIRED: 'true',
    BOOTSTRAP_ADMIN_TOKEN: randomBytes(24).toString('base64url'),
  })
}
