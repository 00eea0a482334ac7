/**
 * Entry point of `npm run quickstart`: settings that suit a first look, then the Ace command of that name.
 */
import { randomBytes } from 'node:crypto'
import { suggest } from '../config/environment.js'

process.env.NODE_ENV ??= 'development'
suggest({
  LOG_LEVEL: 'warn',
  BOOTSTRAP_ENABLED: 'true',
  BOOTSTRAP_ADMIN_TOKEN: randomBytes(24).toString('base64url'),
})

await import('reflect-metadata')
const { Ignitor, prettyPrintError } = await import('@adonisjs/core')
const { APP_ROOT, importer, prepare } = await import('./application.js')

new Ignitor(APP_ROOT, { importer })
  .tap(prepare)
  .ace()
  .handle(['quickstart', ...process.argv.slice(2)])
  .catch((error) => {
    process.exitCode = 1
    prettyPrintError(error)
  })
