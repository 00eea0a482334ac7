import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorEnvelope } from '#kernel/refusals/error_envelope'
import Refusal from '#kernel/refusals/refusal'
import { apiKeyIn } from '#accounts/credentials/api_keys'
import { addressOf } from './trusted_address.js'
import RequestLimits from './request_limits.js'
import { ownHeaders } from './service_response.js'

/**
 * Answers a URL that cannot be decoded, which the framework refuses before any middleware runs. The request counts
 * against the limits of its client address and its API key like any other.
 */
export async function answerMalformedUrl(req: IncomingMessage, res: ServerResponse) {
  const sent = apiKeyIn(req.headers)
  const limits = new RequestLimits(addressOf(req), ownHeaders(res), sent !== null)
  let refusal = new Refusal('BAD_REQUEST', { message: 'The URL is malformed' })
  try {
    await limits.identify(sent)?.catch(() => {})
    await limits.take()
  } catch (error) {
    if (error instanceof Refusal) refusal = error
  }
  if (refusal.retryAfter !== undefined) res.setHeader('Retry-After', String(refusal.retryAfter))
  const body = JSON.stringify(errorEnvelope(refusal.reason, refusal.message))
  res.writeHead(refusal.status, { 'content-type': 'application/json; charset=utf-8' }).end(body)
}
