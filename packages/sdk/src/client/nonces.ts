import { base64url, sha256, utf8 } from '../core/bytes.js'

/** What the answer to a call is good for: it counts for this license on this device and for nothing else. */
export type Bound = { productId: string; licenseKey: string; hwid?: string }

/** What makes a nonce new. */
export function newSalt(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(24)))
}

/**
 * The nonce of a call. The service signs it with the answer, so a kept answer proves later which license and device it
 * was given for: with another key or device, the salt gives another nonce.
 */
export async function nonceOf(salt: string, { productId, licenseKey, hwid = '' }: Bound): Promise<string> {
  return base64url(await sha256(utf8([salt, productId, licenseKey, hwid].join('\n'))))
}
