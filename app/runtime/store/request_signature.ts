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
import { deny, type Verdict } from '#kernel/refusals/verdict'
import { sharedRefusal } from '#kernel/refusals/shared_refusal'
import type { KnownApiKey } from '#accounts/credentials/api_keys'
import OpenedSecrets from '#kernel/secrets/opened_secrets'

/** A request as received; `path` has no query string, `body` is the raw bytes. */
export type WireRequest = { method: string; path: string; body: Buffer; sent: SentSignature }

/** An accepted request has a nonce that the caller must still claim, or null if it is unsigned and may be. */
export type SignatureVerdict = Verdict<Refusal, { nonce: { value: string; signedAt: number } | null }>

const secrets = new OpenedSecrets('api_keys.signing_secret', keyOf)

/**
 * Verifies the signature of a request over its bytes, then its timestamp (interface#54-request-signing,
 * contract#request-signing). It returns a refusal and does not throw it, because the request must be counted before it
 * is answered: one of SIGNATURE_REQUIRED, SIGNING_NOT_CONFIGURED, INVALID_SIGNATURE, SIGNATURE_EXPIRED.
 */
export function verifySignature(request: WireRequest, key: KnownApiKey, now: number): SignatureVerdict {
  const { timestamp, nonce, signature } = request.sent
  const unsigned = timestamp === undefined && nonce === undefined && signature === undefined
  if (unsigned && !signing.required) return { allow: true, nonce: null }
  const headers = completeHeaders(request.sent)
  if (!headers) return deny(sharedRefusal('SIGNATURE_REQUIRED'))
  const malformed = malformedHeader(headers)
  if (malformed) return deny(new Refusal('INVALID_SIGNATURE', { message: malformed }))
  const accepted = acceptedSecrets(key)
  if (accepted.length === 0) return deny(sharedRefusal('SIGNING_NOT_CONFIGURED'))
  const { method, path, body } = request
  const text = requestString(method, path, headers, hash('sha256', body, 'hex'))
  const claimed = Buffer.from(headers.signature, 'hex')
  if (!accepted.some((secret) => timingSafeEqual(hmac(secret, text), claimed))) {
    return deny(sharedRefusal('INVALID_SIGNATURE'))
  }
  if (!isTimely(headers.timestamp, now)) return deny(sharedRefusal('SIGNATURE_EXPIRED'))
  return { allow: true, nonce: { value: headers.nonce, signedAt: Number(headers.timestamp) * 1000 } }
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
