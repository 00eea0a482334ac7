import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A delivery as a receiver got it. */
export type Received = { path: string; headers: IncomingHttpHeaders; body: string; at: number }

type Respond = (request: Received, response: ServerResponse, raw: IncomingMessage) => void

/**
 * A webhook receiver on loopback that keeps every request. `respond` answers and can be changed at any time; by default
 * it answers 204. Each receiver has a unique path: a retry for an earlier receiver on the same port gets 404 and is not
 * kept.
 */
export async function openReceiver(
  respond: Respond = (_request, response) => void response.writeHead(204).end()
) {
  const received: Received[] = []
  const own = `/${randomUUID()}`
  const receiver = { respond }
  let connections = 0
  const server = createServer((raw, response) => {
    const parts: Buffer[] = []
    raw.on('data', (part: Buffer) => parts.push(part))
    raw.on('end', () => {
      if (!raw.url!.startsWith(`${own}/`)) return void response.writeHead(404).end()
      const request = {
        path: raw.url!.slice(own.length),
        headers: raw.headers,
        body: Buffer.concat(parts).toString(),
        at: Date.now(),
      }
      received.push(request)
      receiver.respond(request, response, raw)
    })
  })
  server.on('connection', () => connections++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}${own}/hook`,
    received,
    set respond(next: Respond) {
      receiver.respond = next
    },
    get connections() {
      return connections
    },
    /** The requests for one endpoint's path. */
    at: (path: string) => received.filter((request) => request.path === path),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Answers with a status and nothing else. */
export function status(code: number, headers: Record<string, string> = {}): Respond {
  return (_request, response) => void response.writeHead(code, headers).end()
}
