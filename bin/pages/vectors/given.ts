import { createHash, createPrivateKey } from 'node:crypto'
import { signerOf, type TextSigner } from '#kernel/signing/response_signer'

/** The time of the requests, responses and deliveries of the vectors. Unix seconds. */
export const NOW = 1_767_225_600
export const NONCE = '0123456789abcdef0123456789abcdef'
export const AUTHORIZE = '/v1/licenses/authorize'
export const RELEASE = '/v1/licenses/release'
export const SIGNING_SECRET = 'c2lnbmluZyBzZWNyZXQgZm9yIHRoZSB2ZWN0b3JzIQ'

/** The DER prefix of an Ed25519 private key, before its 32 bytes. */
const PKCS8 = '302e020100300506032b657004220420'

export type VectorKey = { seedHex: string; x: string; kid: string }

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** A key pair with a known seed; no service signs with it. */
export function keyOf(byte: number): { key: VectorKey; sign: TextSigner } {
  const seedHex = Buffer.alloc(32, byte).toString('hex')
  const privateKey = createPrivateKey({
    key: Buffer.from(PKCS8 + seedHex, 'hex'),
    format: 'der',
    type: 'pkcs8',
  })
  const x = privateKey.export({ format: 'jwk' }).x!
  const kid = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url')
  return { key: { seedHex, x, kid }, sign: signerOf(privateKey) }
}

export const body = (value: object) => JSON.stringify(value)
