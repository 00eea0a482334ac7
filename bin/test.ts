/** Entry point of the test runner. Each run uses its own port, so several runs can be active at once. */
import './dev/end_with_parent.js'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ApplicationService } from '@adonisjs/core/types'
import { freePort } from '#kernel/net/free_port'

process.env.NODE_ENV = 'test'
process.env.DATA_DIR ??= 'tmp/test'
process.env.LOG_LEVEL ??= 'fatal'
// Processes started by a test share its database, so they need its key.
process.env.APP_KEY ??= 'a key of the tests and of nothing else'
// Tests share one address and create many keys, endpoints and orgs; the specs of the limits lower the limits
// themselves.
for (const name of [
  'API_KEY_IP_LIMIT_PER_MIN',
  'API_KEY_LIMIT_FREE_PER_MIN',
  'PRODUCT_LIMIT_PER_MIN',
  'LICENSE_LIMIT_PER_MIN',
  'LOGIN_LIMIT_PER_15_MIN',
  'SIGNUP_LIMIT_PER_HOUR',
  'PASSWORD_RESET_LIMIT_PER_HOUR',
  'TOTP_LIMIT_PER_15_MIN',
  'ENDUSER_LOGIN_LIMIT_PER_15_MIN',
  'ENDUSER_CODE_LIMIT_PER_HOUR',
  'REDEEM_LIMIT_PER_15_MIN',
  'TICKET_LIMIT_PER_HOUR',
  'WEBHOOK_TEST_LIMIT_PER_MIN',
  'API_KEYS_PER_PRODUCT',
  'WEBHOOK_ENDPOINTS_PER_PRODUCT',
  'ORGS_PER_USER',
]) {
  process.env[name] ??= '-1'
}
// The receivers of the tests listen on loopback.
process.env.WEBHOOK_ALLOWED_SUBNETS ??= '127.0.0.0/8'
// Not `??=`: the runner has set PORT to a port that it only probed, and another run may take it.
process.env.PORT = String(await freePort())

await import('reflect-metadata')
const { Ignitor, prettyPrintError } = await import('@adonisjs/core')
const { configure, processCLIArgs, run } = await import('@japa/runner')
const { APP_ROOT, importer, prepare } = await import('./application.js')

/** Milliseconds that the application may take to close everything after the last test. */
const CLOSING = 15_000

/**
 * Closes the application. A failed test may have left a transaction open, for which it would wait without end: then the
 * process reports and ends by itself, after the runner has told its failures.
 */
async function terminate(app: ApplicationService) {
  const late = delay(CLOSING, 'late', { ref: false })
  if ((await Promise.race([app.terminate(), late])) !== 'late') return
  console.error('The application does not close: a test has left a transaction or a connection open')
  process.exitCode = 1
  setTimeout(() => process.exit(), 1000)
}

new Ignitor(APP_ROOT, { importer })
  .tap(prepare)
  .testRunner()
  .configure(async (app) => {
    const { runnerHooks, ...config } = await import('../tests/bootstrap.js')
    processCLIArgs(process.argv.splice(2))
    configure({
      ...app.rcFile.tests,
      ...config,
      // The specs beside this file, which may be a compiled copy.
      cwd: fileURLToPath(APP_ROOT),
      setup: runnerHooks.setup,
      teardown: runnerHooks.teardown.concat([() => terminate(app)]),
    })
  })
  .run(() => run())
  .catch(async (error) => {
    process.exitCode = 1
    await prettyPrintError(error)
  })
