/**
 * Entry point of the Ace commands. A command boots the application only if it asks for it.
 */
await import('reflect-metadata')
const { Ignitor, prettyPrintError } = await import('@adonisjs/core')
const { APP_ROOT, importer, prepare } = await import('./application.js')

new Ignitor(APP_ROOT, { importer })
  .tap(prepare)
  .ace()
  .handle(process.argv.splice(2))
  .catch((error) => {
    process.exitCode = 1
    prettyPrintError(error)
  })
