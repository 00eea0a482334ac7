import { hkdfSync } from 'node:crypto'
import { AES256GCM } from '@adonisjs/core/encryption/drivers/aes_256_gcm'
import { appKeys } from '#config/app_keys'

/** One key of APP_KEYS. `derive` returns a separate key for each purpose. */
export type RingKey = {
  /** Identifies the key wherever it was used, without revealing anything about it. */
  id: string
  derive: (purpose: string) => Uint8Array
  cipher: AES256GCM
}

/** The keys of APP_KEYS, newest first. */
export const ring: RingKey[] = appKeys.map((key) => ringKey(key.release()))

/** Returns the key that seals and signs. */
export const newestKey = (): RingKey => ring[0]

/** Returns the key with this id; undefined if it is not in APP_KEYS (any more). */
export function keyOfId(id: string): RingKey | undefined {
  return ring.find((key) => key.id === id)
}

/**
 * Creates a key of the ring from its secret.
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
