import { randomBytes } from 'node:crypto'
import { suggest } from '../config/environment.js'

/** Settings for a first look and for development. The environment and a file `.env` override them. */
export function suggestTrialSettings() {
  process.env.NODE_ENV ??= 'development'
  suggest({
    LOG_LEVEL: 'warn',
    BOOTSTRAP_ENABLED: 'true',
    // With this, a program that signs wrongly fails here instead of in production.
    SDK_SIGNING_REQUIRED: 'true',
    BOOTSTRAP_ADMIN_TOKEN: randomBytes(24).toString('base64url'),
  })
}
