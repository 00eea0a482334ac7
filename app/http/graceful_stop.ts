import { setTimeout as delay } from 'node:timers/promises'
import type { Server } from 'node:http'
import { server as config } from '#config/server'
import { markStopping } from './readiness.js'

/**
 * Lets go of a process's clients before it stops: it is not ready any more, goes on answering while load balancers learn
 * that, and asks every client to come back on another connection. What is still under way after a grace period is cut
 * off, so that a client that sends nothing cannot keep the process.
 */
export async function drain(http: Server) {
  markStopping()
  await delay(config.drain)
  const cut = setTimeout(() => http.closeAllConnections(), config.grace)
  http.once('close', () => clearTimeout(cut))
}
