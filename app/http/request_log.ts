import type { IncomingMessage, ServerResponse } from 'node:http'
import logger from '@adonisjs/core/services/logger'
import { pathOf } from '#kernel/signing/canonical_string'
import { addressOf } from './trusted_address.js'

/**
 * Logs a request when its response is sent or the client disconnects (LOG_REQUESTS). The query may hold a token and
 * is left out.
 */
export function logWhenDone(req: IncomingMessage, res: ServerResponse) {
  const from = performance.now()
  // Read now: the queue board and others change the request object.
  const { method, headers } = req
  const [path, address] = [pathOf(req.url ?? '/'), addressOf(req)]
  res.once('close', () => {
    const ms = Math.round(performance.now() - from)
    const status = res.headersSent ? res.statusCode : null
    const request = { request_id: headers['x-request-id'], method, path, status, ms, address }
    logger.info(request, res.writableFinished ? 'request' : 'request without its whole answer')
  })
}

/** Logs a request whose handler failed so badly that its connection was closed without an answer. */
export function logLost(error: unknown, { method, url, headers }: IncomingMessage) {
  // In an error of its own: the logger cannot write a frozen one.
  const err = new Error('A request was not answered', { cause: error })
  logger.error({ err, request_id: headers['x-request-id'], method, path: pathOf(url ?? '/') }, err.message)
}
