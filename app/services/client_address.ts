import type { IncomingMessage, ServerResponse } from 'node:http'
import server from '@adonisjs/core/services/server'

/**
 * The client's address as TRUST_PROXY has the framework see it, of a request that the framework does not see. Its
 * URL may be one that the framework cannot decode.
 */
export function forwardedAddress(req: IncomingMessage, res: ServerResponse): string {
  const { url } = req
  req.url = '/'
  try {
    return server.createRequest(req, res).ip()
  } finally {
    req.url = url
  }
}
