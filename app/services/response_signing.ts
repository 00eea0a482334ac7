import logger from '@adonisjs/core/services/logger'
import { hash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { pathOf, responseNonce, responseString } from '#domain/signing/canonical_string'
import { signText } from './response_signer.js'
import { currentSigningKey, type SigningKey } from './signing_keys.js'

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
  let ended = false
  res.end = ((body?: unknown, ...rest: never[]) => {
    if (ended) return res
    ended = true
    const send = () => {
      release()
      end.call(res, body as never, ...(rest as [never, never]))
    }
    if (typeof body === 'string' || body instanceof Uint8Array || body == null) {
      setSignature(res, { method: req.method!, path, nonce }, sentBytes(req, body), send)
    } else send()
    return res
  }) as typeof end
}

/** The bytes of a body that really go out: none in answer to HEAD. */
function sentBytes(req: IncomingMessage, body: string | Uint8Array | null | undefined) {
  return req.method === 'HEAD' ? '' : (body ?? '')
}

/** Signs, and then calls `send`. A response that cannot be signed goes out without a signature. */
function setSignature(
  res: ServerResponse,
  { method, path, nonce }: { method: string; path: string; nonce: string | null },
  body: string | Uint8Array,
  send: () => void
) {
  const now = Date.now()
  const timestamp = String(Math.floor(now / 1000))
  const bodySha256 = hash('sha256', body, 'hex')
  const text = responseString({ timestamp, method, path, bodySha256 }, nonce)
  const unsigned = (error: unknown) => {
    logger.error({ err: error }, 'a response could not be signed')
    send()
  }
  const key = keyAt(now, unsigned)
  if (!key) return
  const signed = (signature: string) => {
    res.setHeader('X-Svc-Signature', signature)
    res.setHeader('X-Svc-Signature-KID', key.kid)
    res.setHeader('X-Svc-Signature-Timestamp', timestamp)
    res.setHeader('X-Svc-Signature-Body-SHA256', bodySha256)
    res.setHeader('X-Svc-Signature-Version', nonce === null ? '1' : '2')
    if (nonce !== null) res.setHeader('X-Svc-Signature-Nonce', nonce)
    send()
  }
  signText(text, key).then(signed, unsigned)
}

function keyAt(now: number, otherwise: (error: unknown) => void): SigningKey | null {
  try {
    return currentSigningKey(now)
  } catch (error) {
    otherwise(error)
    return null
  }
}
