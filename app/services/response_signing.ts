import logger from '@adonisjs/core/services/logger'
import { hash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { pathOf, plainPath, responseNonce, responseString } from '#domain/signing/canonical_string'
import type ServiceResponse from './service_response.js'
import { currentSigningKey } from './signing_keys.js'

/** The route whose responses are signed in any case, as version 1 without a response nonce (contract 4). */
const AUTHORIZE = '/v1/licenses/authorize'

type Signed = { method: string; path: string; nonce: string | null }

/**
 * Arranges that the response to this request is signed over the exact bytes that are sent (interface 5.5). It
 * stands under the framework, so refusals, unknown routes and malformed URLs are signed like everything else.
 */
export function signResponse(req: IncomingMessage, res: ServiceResponse) {
  const nonce = responseNonce(req.headers['x-svc-response-nonce'])
  const path = pathOf(req.url ?? '/')
  const method = req.method!
  if (nonce === null && !(method === 'POST' && plainPath(path) === AUTHORIZE)) return
  res.sealWith((body) => signatureOf({ method, path, nonce }, body))
}

/** A response that cannot be signed goes out without a signature. */
function signatureOf({ method, path, nonce }: Signed, body: string | Uint8Array): OutgoingHttpHeaders {
  try {
    const now = Date.now()
    const timestamp = String(Math.floor(now / 1000))
    const bodySha256 = hash('sha256', body, 'hex')
    const key = currentSigningKey(now)
    const text = responseString({ timestamp, method, path, bodySha256 }, nonce)
    const headers: OutgoingHttpHeaders = {
      'X-Svc-Signature': key.sign(text),
      'X-Svc-Signature-KID': key.kid,
      'X-Svc-Signature-Timestamp': timestamp,
      'X-Svc-Signature-Body-SHA256': bodySha256,
      'X-Svc-Signature-Version': nonce === null ? '1' : '2',
    }
    if (nonce !== null) headers['X-Svc-Signature-Nonce'] = nonce
    return headers
  } catch (error) {
    logger.error({ err: error }, 'a response could not be signed')
    return {}
  }
}
