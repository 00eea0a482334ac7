import { base64ToBytes, hex, sha256, utf8, type Bytes } from '../core/bytes.js'
import type { PublicKey } from './public_keys.js'

/** The signature headers of an answer (interface#55-signed-responses). */
export type Signature = {
  version: string
  kid: string
  timestamp: string
  nonce: string
  bodySha256: string
  value: string
}

/** Reads the signature from the headers of an answer; missing values are empty strings. */
export function signatureOf(headers: Headers): Signature {
  const header = (name: string) => headers.get(`x-svc-signature${name}`) ?? ''
  return {
    version: header('-version'),
    kid: header('-kid'),
    timestamp: header('-timestamp'),
    nonce: header('-nonce'),
    bodySha256: header('-body-sha256'),
    value: header(''),
  }
}

/**
 * Why an answer does not belong to the request with this nonce; null if it does. Only version 2 includes the nonce,
 * so an answer with it is fresh, whatever the clocks say. The signature itself is checked by `isSignedBy`.
 */
export async function strangeness(signature: Signature, nonce: string, body: Bytes): Promise<string | null> {
  if (signature.version !== '2' || signature.nonce !== nonce) return 'not bound to the request'
  if (!/^\d{1,12}$/.test(signature.timestamp)) return 'no timestamp'
  return signature.bodySha256 === hex(await sha256(body)) ? null : 'the body was changed'
}

/** Whether this key made the signature. */
export async function isSignedBy(key: PublicKey, path: string, signature: Signature): Promise<boolean> {
  const { timestamp, bodySha256, nonce, value } = signature
  const bytes = base64ToBytes(value)
  const signed = utf8(['v2', timestamp, 'POST', path, bodySha256, nonce].join('\n'))
  return bytes !== null && crypto.subtle.verify('Ed25519', key, bytes, signed)
}
