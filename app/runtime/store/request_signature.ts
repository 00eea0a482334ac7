import { createHmac, createSecretKey, hash, timingSafeEqual, type KeyObject } from 'node:crypto'
import { signing } from '#config/signing'
import {
  completeHeaders,
  isTimely,
  malformedHeader,
  requestString,
  type SentSignature,
} from '#kernel/signing/canonical_string'
import Refusal from '#kernel/refusals/refusal'
import type { KnownApiKey } from '#accounts/credentials/api_keys'
import OpenedSecrets from '#kernel/secrets/opened_secrets'

/** A request as it came over the wire; `path` is without the query string. */
export type WireRequest = { method: string; path: string; body: Buffer; sent: SentSignature }

/** What signatures say of a request: its nonce, still to be claimed; null for one that may go unsigned. */
export type Verdict =
  { nonce: { value: string; signedAt: number } | null; refusal: null } | { nonce: null; refusal: Refusal }

const secrets = new OpenedSecrets('api_keys.signing_secret', keyOf)

/**
 * Verifies the signature of a request over its bytes, then its timestamp (interface#54-request-signing,
 * contract#request-signing). The refusal is returned, not thrown, because the request must be counted before it is
 * answered: one of SIGNATURE_REQUIRED, SIGNING_NOT_CONFIGURED, INVALID_SIGNATURE, SIGNATURE_EXPIRED.
 */
export function verifySignature(request: WireRequest, key: KnownApiKey, now: number): Verdict {
  const { timestamp, nonce, signature } = request.sent
  const unsigned = timestamp === undefined && nonce === undefined && signature === undefined
  if (unsigned && !signing.required) return { nonce: null, refusal: null }
  const headers = completeHeaders(request.sent)
  if (!headers) return refuse(new Refusal('SIGNATURE_REQUIRED'))
  const malformed = malformedHeader(headers)
  if (malformed) return refuse(new Refusal('INVALID_SIGNATURE', { message: malformed }))
  const accepted = acceptedSecrets(key)
  if (accepted.length === 0) return refuse(new Refusal('SIGNING_NOT_CONFIGURED'))
  const { method, path, body } = request
  const text = requestString(method, path, headers, hash('sha256', body, 'hex'))
  const claimed = Buffer.from(headers.signature, 'hex')
  if (!accepted.some((secret) => timingSafeEqual(hmac(secret, text), claimed))) {
    return refuse(new Refusal('INVALID_SIGNATURE'))
  }
  if (!isTimely(headers.timestamp, now)) return refuse(new Refusal('SIGNATURE_EXPIRED'))
  return { nonce: { value: headers.nonce, signedAt: Number(headers.timestamp) * 1000 }, refusal: null }
}

function acceptedSecrets(key: KnownApiKey): KeyObject[] {
  const { deploymentSecret } = signing
  const accepted = key.signingSecret === '' ? [] : [secrets.get(key.signingSecret, key.id)]
  return deploymentSecret ? [...accepted, keyOf(deploymentSecret)] : accepted
}

function keyOf(secret: string): KeyObject {
  return createSecretKey(secret, 'utf8')
}

function hmac(secret: KeyObject, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest()
}

function refuse(refusal: Refusal): Verdict {
  return { nonce: null, refusal }
}
