/**
 * Entry point of `npm run quickstart`: settings that suit a first look, then the Ace command of that name.
 */
import './require_node.js'
import './plain_output.js'
import { randomBytes } from 'node:crypto'
import { suggest } from '../config/environment.js'

process.env.NODE_ENV ??= 'development'
suggest({
  LOG_LEVEL: 'warn',
  BOOTSTRAP_ENABLED: 'true',
  // So that a program which signs wrongly fails here and not in production.
  SDK_SIGNING_REQUIRED: 'true',
  BOOTSTRAP_ADMIN_TOKEN: randomBytes(24).toString('base64url'),
})

process.argv.splice(2, 0, 'quickstart')

await import('./console.js')
