import logger from '@adonisjs/core/services/logger'
import { hash, sign } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { pathOf, responseNonce, responseString } from '#domain/signing/canonical_string'
import { currentSigningKey } from './signing_keys.js'

/** The route whose responses are signed in any case, as version 1 without a response nonce (contract 4). */
const AUTHORIZE = '/v1/licenses/authorize'

/**
 * Arranges that the response to this request is signed over the exact bytes that are sent (interface 5.5). It
 * stands under the framework, so refusals, unknown routes and malformed URLs are signed like everything else.
 * A response that is streamed goes out before its hash is known, and stays unsigned.
 */
export function signResponse(req: IncomingMessage, res: ServerResponse) {
  const nonce = responseNonce(req.headers['x-svc-response-nonce'])
  const path = pathOf(req.url ?? '/')
  if (nonce === null && !(req.method === 'POST' && path === AUTHORIZE)) return
  const { writeHead, flushHeaders, write, end } = res
  let head: [status: number, headers: OutgoingHttpHeaders | undefined] | null = null
  res.writeHead = ((status: number, headers?: OutgoingHttpHeaders) => {
    head = [status, headers]
    return res
  }) as typeof res.writeHead
  const release = () => {
    Object.assign(res, { writeHead, flushHeaders, write, end })
    if (head) res.writeHead(...head)
  }
  res.flushHeaders = () => {
    release()
    res.flushHeaders()
  }
  res.write = ((...args: Parameters<typeof write>) => {
    release()
    return write.apply(res, args)
  }) as typeof write
  res.end = ((body?: unknown, ...rest: never[]) => {
    if (typeof body === 'string' || body instanceof Uint8Array || body == null) {
      setSignature(res, { method: req.method!, path, nonce }, sentBytes(req, body))
    }
    release()
    return end.call(res, body as never, ...(rest as [never, never]))
  }) as typeof end
}

/** The bytes of a body that really go out: none in answer to HEAD. */
function sentBytes(req: IncomingMessage, body: string | Uint8Array | null | undefined) {
  return req.method === 'HEAD' ? '' : (body ?? '')
}

function setSignature(
  res: ServerResponse,
  { method, path, nonce }: { method: string; path: string; nonce: string | null },
  body: string | Uint8Array
) {
  const now = Date.now()
  const timestamp = String(Math.floor(now / 1000))
  const bodySha256 = hash('sha256', body, 'hex')
  const text = responseString({ timestamp, method, path, bodySha256 }, nonce)
  try {
    const key = currentSigningKey(now)
    res.setHeader('X-Svc-Signature', sign(null, Buffer.from(text), key.privateKey).toString('base64url'))
    res.setHeader('X-Svc-Signature-KID', key.kid)
  } catch (error) {
    return void logger.error({ err: error }, 'a response could not be signed')
  }
  res.setHeader('X-Svc-Signature-Timestamp', timestamp)
  res.setHeader('X-Svc-Signature-Body-SHA256', bodySha256)
  res.setHeader('X-Svc-Signature-Version', nonce === null ? '1' : '2')
  if (nonce !== null) res.setHeader('X-Svc-Signature-Nonce', nonce)
}
