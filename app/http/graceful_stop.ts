import { setTimeout as delay } from 'node:timers/promises'
import type { Server } from 'node:http'
import { server as config } from '#config/server'
import { markStopping } from './readiness.js'

/**
 * Drains the HTTP server before the process stops: the process is no longer ready, keeps serving while load balancers
 * notice, and closes connections after their next response. Requests still in flight after a grace period are cut
 * off, so a client that sends nothing cannot keep the process alive.
 */
export async function drain(http: Server) {
  markStopping()
  await delay(config.drain)
  const cut = setTimeout(() => http.closeAllConnections(), config.grace)
  http.once('close', () => clearTimeout(cut))
}
