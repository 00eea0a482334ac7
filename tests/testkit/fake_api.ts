import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as the fake received it. */
type Seen = { method: string; path: string; headers: IncomingHttpHeaders; body: string }

/** How one request is answered. After the last one, the fake repeats it. */
export type Scripted = (response: ServerResponse, request: Seen, raw: IncomingMessage) => void

/** A server on loopback that answers requests in the order of the script and records them. */
export async function fakeApi(...script: Scripted[]) {
  const seen: Seen[] = []
  const server = createServer((raw, response) => {
    const parts: Buffer[] = []
    raw.on('data', (part: Buffer) => parts.push(part))
    raw.on('end', () => {
      const { method = '', url: path = '', headers } = raw
      const request = { method, path, headers, body: Buffer.concat(parts).toString() }
      const answer = script[Math.min(seen.push(request), script.length) - 1]
      answer(response, request, raw)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Closes the connection instead of answering. */
export const drops: Scripted = (response) => void response.destroy()

/** Answers with data. */
export function gives(data: unknown, status = 200): Scripted {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ok: true, data }))
  }
}

/** Answers with a refusal. */
export function refuses(status: number, code: string, headers: Record<string, string> = {}): Scripted {
  return (response) => {
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-request-id': 'request-1',
      ...headers,
    })
    response.end(JSON.stringify({ ok: false, error: { code, message: code } }))
  }
}

/** Answers as a proxy whose service is unavailable. */
export function proxies(status: number): Scripted {
  return (response) => void response.writeHead(status, { 'content-type': 'text/html' }).end('<html>')
}
