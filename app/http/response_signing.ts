import logger from '@adonisjs/core/services/logger'
import { hash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { databaseNow } from '#kernel/database/database_time'
import { pathOf, plainPath, responseNonce, responseString } from '#kernel/signing/canonical_string'
import { deprecationHeaders, SIGNED_V1 } from './deprecations.js'
import type ServiceResponse from './service_response.js'
import { currentSigningKey, type SigningKey } from '#kernel/signing/signing_keys'

/**
 * The route whose responses are always signed: in version 1 if the request has no response nonce
 * (contract#signed-responses).
 */
const AUTHORIZE = '/v1/licenses/authorize'

const OUTDATED = deprecationHeaders(SIGNED_V1)

type Signed = { method: string; path: string; nonce: string | null; requestId: unknown }

/**
 * Signs the response to this request over the exact bytes that are sent (interface#55-signed-responses). It works
 * below the framework, so errors, unknown routes and malformed URLs are signed too.
 */
export function signResponse(req: IncomingMessage, res: ServiceResponse) {
  const nonce = responseNonce(req.headers['x-svc-response-nonce'])
  const path = pathOf(req.url ?? '/')
  const method = req.method!
  if (nonce === null && !(method === 'POST' && plainPath(path) === AUTHORIZE)) return
  const requestId = req.headers['x-request-id']
  res.sealWith((body, status) => sealed({ method, path, nonce, requestId }, body, status))
}

/**
 * A response that cannot be signed goes out without a signature. Its time is that of the database: programs learn the
 * service's clock from it, and calls and sessions are judged by that clock.
 */
function sealed(signed: Signed, body: string | Uint8Array, status: number): OutgoingHttpHeaders {
  try {
    const now = databaseNow()
    const key = currentSigningKey(now)
    const isRefusal = status >= 400 && signed.nonce === null && typeof body === 'string'
    return isRefusal ? refusalSignature(signed, body, key, now) : signatureOf(signed, body, key, now)
  } catch (error) {
    logger.error({ err: error, request_id: signed.requestId }, 'a response could not be signed')
    return {}
  }
}

/** Signatures of refusals in the current second, by all their other inputs. */
const refusals = new Map<string, OutgoingHttpHeaders>()
const MOST = 100
const LONGEST = 1000
let secondOfRefusals = 0

/**
 * Reuses the signature of a refusal within a second. A version 1 signature covers the second, the path and the bytes,
 * so equal refusals within a second have equal signatures, and signing is the largest part of a refusal's cost.
 */
function refusalSignature(signed: Signed, body: string, key: SigningKey, now: number): OutgoingHttpHeaders {
  const second = Math.floor(now / 1000)
  if (second !== secondOfRefusals || refusals.size >= MOST) refusals.clear()
  secondOfRefusals = second
  const what = `${key.kid}\n${signed.method}\n${signed.path}\n${body}`
  const known = refusals.get(what)
  if (known) return known
  const headers = signatureOf(signed, body, key, now)
  if (what.length <= LONGEST) refusals.set(what, headers)
  return headers
}

/** @throws if the private key cannot sign. */
function signatureOf(
  { method, path, nonce }: Signed,
  body: string | Uint8Array,
  key: SigningKey,
  now: number
): OutgoingHttpHeaders {
  const timestamp = String(Math.floor(now / 1000))
  const bodySha256 = hash('sha256', body, 'hex')
  const text = responseString({ timestamp, method, path, bodySha256 }, nonce)
  const headers: OutgoingHttpHeaders = {
    'X-Svc-Signature': key.sign(text),
    'X-Svc-Signature-KID': key.kid,
    'X-Svc-Signature-Timestamp': timestamp,
    'X-Svc-Signature-Body-SHA256': bodySha256,
    'X-Svc-Signature-Version': nonce === null ? '1' : '2',
  }
  return Object.assign(headers, nonce === null ? OUTDATED : { 'X-Svc-Signature-Nonce': nonce })
}
