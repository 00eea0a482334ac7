import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import router from '@adonisjs/core/services/router'
import type { ApiContract } from './api_contract.js'

/**
 * Has every answer of a server noted by the contract: those of the framework and those of `runtimeExchange`, whoever
 * called.
 */
export function watched(server: Server, contract: ApiContract): Server {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const route = find(request)
    if (!route) return
    const chunks: Buffer[] = []
    const keep = (chunk: unknown) => {
      if (typeof chunk === 'string') chunks.push(Buffer.from(chunk))
      else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
    }
    const { write, end } = response
    response.write = function (this: ServerResponse, ...args: unknown[]) {
      keep(args[0])
      return write.apply(this, args as Parameters<typeof write>)
    } as typeof write
    response.end = function (this: ServerResponse, ...args: unknown[]) {
      keep(args[0])
      return end.apply(this, args as Parameters<typeof end>)
    } as typeof end
    response.once('finish', () =>
      contract.note({
        method: request.method!,
        pattern: route.route.pattern,
        status: response.statusCode,
        head: (response as ServerResponse & { _header: string })._header,
        body: Buffer.concat(chunks),
      })
    )
  })
  return server
}

/** The route that the framework takes for a request; null for none. */
function find({ url = '/', method = 'GET' }: IncomingMessage) {
  try {
    const path = new URL(url, 'http://localhost').pathname
    return router.match(path, method, false)
  } catch {
    return null
  }
}
