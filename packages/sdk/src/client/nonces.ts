import { base64url, sha256, utf8 } from '../core/bytes.js'

/** The license and device for which an answer is valid. */
export type Bound = { productId: string; licenseKey: string; hwid?: string }

/** The random part of a nonce. */
export function newSalt(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(24)))
}

/**
 * The nonce of a call. The service signs it with the answer, so a stored answer proves later for which license and
 * device it was given: with another key or device, the same salt gives another nonce.
 */
export async function nonceOf(salt: string, { productId, licenseKey, hwid = '' }: Bound): Promise<string> {
  return base64url(await sha256(utf8([salt, productId, licenseKey, hwid].join('\n'))))
}
