import { randomBytes } from 'node:crypto'
import { accepts, freePort } from '#kernel/net/free_port'
import { found, prepareEnvironment, suggest } from '../config/environment.js'

/**
 * Fills in the settings for a first look and for development. The environment and a file `.env` override them. If PORT
 * was not set and the default port is in use, it takes a free one: now, because the addresses that the service gives out
 * are built from PORT.
 */
export async function prepareTrial() {
  process.env.NODE_ENV ??= 'development'
  suggest({
    LOG_LEVEL: 'warn',
    BOOTSTRAP_ENABLED: 'true',
    // With this, a program that signs wrongly fails here instead of in production.
    SDK_SIGNING_REQUIRED: 'true',
    BOOTSTRAP_ADMIN_TOKEN: randomBytes(24).toString('base64url'),
  })
  await prepareEnvironment()
  if (found.portIsDefault && (await accepts(Number(process.env.PORT))))
    process.env.PORT = String(await freePort())
}
