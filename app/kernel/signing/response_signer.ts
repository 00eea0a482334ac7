import { sign, type KeyObject } from 'node:crypto'

/** Returns the Ed25519 signature of a text, base64url (interface#55-signed-responses). */
export type TextSigner = (text: string) => string

type Sodium = typeof import('sodium-native')

/**
 * A signature costs more than any other step of a call, and libsodium needs half the time of Node.js. It is built for
 * the usual platforms but not for all platforms of Node.js: there is no build for Alpine Linux.
 */
const libsodium = await import('sodium-native').then(
  ({ default: library }) => library,
  () => null
)

/**
 * Returns a function that signs texts with a private key. Both libraries return the same bytes, because Ed25519 is
 * deterministic.
 */
export function signerOf(privateKey: KeyObject, sodium = libsodium): TextSigner {
  return sodium
    ? sodiumSigner(privateKey, sodium)
    : (text) => sign(null, Buffer.from(text), privateKey).toString('base64url')
}

function sodiumSigner(privateKey: KeyObject, sodium: Sodium): TextSigner {
  const { d, x } = privateKey.export({ format: 'jwk' })
  const secretKey = Buffer.concat([Buffer.from(d!, 'base64url'), Buffer.from(x!, 'base64url')])
  const signature = Buffer.alloc(sodium.crypto_sign_BYTES)
  return (text) => {
    sodium.crypto_sign_detached(signature, Buffer.from(text), secretKey)
    return signature.toString('base64url')
  }
}
