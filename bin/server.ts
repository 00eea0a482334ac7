/**
 * Entry point of the HTTP server.
 */
import './require_node.js'
import type { Server } from 'node:http'

await import('reflect-metadata')
const { Ignitor } = await import('@adonisjs/core')
const { APP_ROOT, importer, prepare } = await import('./application.js')
const { reportFailure } = await import('./report_failure.js')
const { createHttpServer } = await import('#http/http_entry')

/** Milliseconds that a process that failed to start may take to close its resources. */
const CLOSING = 5000

const ignitor = new Ignitor(APP_ROOT, { importer })
let server: Server | undefined

/**
 * Drains the server. Its module is loaded only here; the settings that it needs are loaded before there is a server.
 */
async function letGo() {
  if (!server?.listening) return
  const { drain } = await import('#http/graceful_stop')
  await drain(server)
}

ignitor
  .tap((app) => prepare(app, { endsStarting: true, letGo }))
  .httpServer()
  .start((handle) => (server = createHttpServer(handle)))
  .catch(async (error) => {
    await reportFailure(error)
    // Open resources would keep a process alive that serves nothing.
    setTimeout(() => process.exit(1), CLOSING).unref()
    await ignitor.terminate()
    process.exit(1)
  })
