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

/** Milliseconds that a process which cannot serve may take to close what it has opened. */
const CLOSING = 5000

const ignitor = new Ignitor(APP_ROOT, { importer })
let server: Server | undefined

/** What it needs has been read by the time there is a server. */
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
    // What has been opened already would keep a process alive that serves nothing.
    setTimeout(() => process.exit(1), CLOSING).unref()
    await ignitor.terminate()
    process.exit(1)
  })
