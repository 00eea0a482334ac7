import { hkdfSync } from 'node:crypto'
import { AES256GCM } from '@adonisjs/core/encryption/drivers/aes_256_gcm'
import { appKeys } from '#config/app_keys'

/** One key of APP_KEYS, with what is derived from it: a key of its own for each purpose. */
export type RingKey = {
  /** Names the key wherever it was used, without telling anything about it. */
  id: string
  derive: (purpose: string) => Uint8Array
  cipher: AES256GCM
}

/** The keys of the application, newest first. */
export const ring: RingKey[] = appKeys.map((key) => ringKey(key.release()))

/** The key that seals and signs. */
export const newestKey = (): RingKey => ring[0]

/** The key of this id; undefined where it is not in APP_KEYS (any more). */
export function keyOfId(id: string): RingKey | undefined {
  return ring.find((key) => key.id === id)
}

/**
 * A key of the ring, from its secret.
 *
 * @internal
 */
export function ringKey(secret: string): RingKey {
  const derive = (purpose: string, length = 32) =>
    new Uint8Array(hkdfSync('sha256', secret, '', purpose, length))
  return {
    id: Buffer.from(derive('latchkey key id', 6)).toString('base64url'),
    derive,
    cipher: new AES256GCM({ id: 'gcm', key: secret }),
  }
}
