import { base64ToBytes, base64url, sha256, utf8, type Bytes } from '../core/bytes.js'

export type PublicKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/**
 * The keys by id, which is their RFC 7638 thumbprint, in whatever base64 they are written. @throws TypeError for an
 * invalid key
 */
export async function pinnedKeys(publicKeys: string[]): Promise<Map<string, PublicKey>> {
  const entries = publicKeys.map(async (x) => {
    const raw = rawOf(x)
    const thumbprint = await sha256(utf8(`{"crv":"Ed25519","kty":"OKP","x":"${base64url(raw)}"}`))
    return [base64url(thumbprint), await importKey(x)] as const
  })
  return new Map(await Promise.all(entries))
}

/** The public key with this `x`. @throws TypeError */
export async function importKey(x: string): Promise<PublicKey> {
  return crypto.subtle.importKey('raw', rawOf(x), 'Ed25519', false, ['verify'])
}

function rawOf(x: string): Bytes {
  const raw = base64ToBytes(x)
  if (raw?.length !== 32) throw new TypeError(`"${x}" is not the x of an Ed25519 key`)
  return raw
}
