import type { Server } from 'node:http'
import server from '@adonisjs/core/services/server'
import { server as served } from '#config/server'
import { createHttpServer } from '#http/http_entry'
import { prepareToServe } from './serving.js'
import { accepts, freePort } from '#kernel/net/free_port'
import { httpAddress } from '#kernel/net/http_address'

export type Listener = { baseUrl: string; close: () => Promise<void> }

/** Whoever listens on every address of the machine is reached from it here. */
const LOOPBACK_OF: Record<string, string | undefined> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/**
 * Serves HTTP from an Ace command. Takes HOST and PORT; a free port when PORT was not set by anybody and the default
 * one is taken.
 * @throws a line that names the port that somebody chose and that is in use.
 */
export async function listen(portWasChosen: boolean): Promise<Listener> {
  await prepareToServe()
  await server.boot()
  const { host } = served
  const port = await choosePort(served.port, portWasChosen)
  const http = createHttpServer((req, res) => void server.handle(req, res))
  server.setNodeServer(http)
  await opened(http, port, host)
  return {
    baseUrl: httpAddress(LOOPBACK_OF[host] ?? host, port),
    close: () => closed(http),
  }
}

async function choosePort(wanted: number, portWasChosen: boolean): Promise<number> {
  if (!(await accepts(wanted))) return wanted
  if (portWasChosen)
    throw new Error(`PORT ${wanted} is in use: stop what listens there, or choose another PORT`)
  return freePort()
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
