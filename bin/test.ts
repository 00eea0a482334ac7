/**
 * Entry point of the test runner. Each run has a port of its own, so several can go on side by side.
 */
import { createServer } from 'node:net'

process.env.NODE_ENV = 'test'
process.env.DATA_DIR ??= 'tmp/test'
process.env.LOG_LEVEL ??= 'fatal'
process.env.PORT ??= String(await freePort())

await import('reflect-metadata')
const { Ignitor, prettyPrintError } = await import('@adonisjs/core')
const { configure, processCLIArgs, run } = await import('@japa/runner')
const { APP_ROOT, importer, prepare } = await import('./application.js')

new Ignitor(APP_ROOT, { importer })
  .tap(prepare)
  .testRunner()
  .configure(async (app) => {
    const { runnerHooks, ...config } = await import('../tests/bootstrap.js')
    processCLIArgs(process.argv.splice(2))
    configure({
      ...app.rcFile.tests,
      ...config,
      setup: runnerHooks.setup,
      teardown: runnerHooks.teardown.concat([() => app.terminate()]),
    })
  })
  .run(() => run())
  .catch((error) => {
    process.exitCode = 1
    prettyPrintError(error)
  })

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
