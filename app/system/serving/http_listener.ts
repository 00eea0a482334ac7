import type { Server } from 'node:http'
import server from '@adonisjs/core/services/server'
import { server as served } from '#config/server'
import { drain } from '#http/graceful_stop'
import { createHttpServer } from '#http/http_entry'
import { prepareToServe } from './serving.js'
import { accepts } from '#kernel/net/free_port'
import { httpAddress } from '#kernel/net/http_address'

export type Listener = { baseUrl: string; close: () => Promise<void> }

/** The loopback address at which a server that listens on all addresses is reached from this machine. */
const LOOPBACK_OF: Record<string, string | undefined> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/**
 * Serves HTTP from an Ace command, on HOST and PORT.
 * @throws an error with a message that names the port, if it is in use.
 */
export async function listen(): Promise<Listener> {
  await prepareToServe()
  await server.boot()
  const { host, port } = served
  if (await accepts(port))
    throw new Error(`PORT ${port} is in use: stop what listens there, or choose another PORT`)
  const http = createHttpServer((req, res) => void server.handle(req, res))
  server.setNodeServer(http)
  await opened(http, port, host)
  return {
    baseUrl: httpAddress(LOOPBACK_OF[host] ?? host, port),
    close: async () => {
      await drain(http)
      await closed(http)
    },
  }
}

function opened(http: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, host, () => {
      http.off('error', reject)
      resolve()
    })
  })
}

function closed(http: Server): Promise<void> {
  return new Promise((resolve) => {
    http.close(() => resolve())
    http.closeIdleConnections()
  })
}
