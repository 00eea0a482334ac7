/**
 * Entry point of the HTTP server.
 */
await import('reflect-metadata')
const { Ignitor, prettyPrintError } = await import('@adonisjs/core')
const { APP_ROOT, importer, prepare } = await import('./application.js')
const { createHttpServer } = await import('#services/http_entry')

new Ignitor(APP_ROOT, { importer })
  .tap(prepare)
  .httpServer()
  .start(createHttpServer)
  .catch((error) => {
    process.exitCode = 1
    prettyPrintError(error)
  })
