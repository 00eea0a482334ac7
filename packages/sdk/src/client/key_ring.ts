import type { Clock } from '../core/clock.js'
import { awaited } from '../core/deadline.js'
import { importKey, pinnedKeys, type PublicKey } from './public_keys.js'

export type ListedKey = { kid: string; x: string; status: string; retiredAt: string | null }
type KeySet = { readAt: number; keys: Map<string, ListedKey> }

/** The maximum age of the key set. Milliseconds. */
const AGE = 3_600_000
/**
 * The minimum time between reads of the key set for an unknown key, or after a failed read while keys are pinned.
 * Milliseconds.
 */
const PAUSE = 60_000

export type Found = { key: PublicKey } | { refused: string }

/**
 * The public keys that a program trusts: the pinned keys or, without any, those of the service's key set. For pinned
 * keys, the key set can only remove trust: from a key that was retired before it signed, or that is no longer listed.
 */
export class KeyRing {
  #pins: Promise<Map<string, PublicKey>> | null
  #imported = new Map<string, Promise<PublicKey>>()
  #known: KeySet | null = null
  #reading: Promise<KeySet> | null = null
  #triedAt = -Infinity

  /** `read` fetches the service's key set. */
  constructor(
    publicKeys: string[],
    protected clock: Clock,
    protected read: () => Promise<ListedKey[]>
  ) {
    this.#pins = publicKeys.length === 0 ? null : pinnedKeys(publicKeys)
    // An invalid key is reported by the first call.
    this.#pins?.catch(() => {})
  }

  /** The pinned key with this id; null if it is not pinned. */
  async pinned(kid: string): Promise<PublicKey | null> {
    return (await this.#pins)?.get(kid) ?? null
  }

  /**
   * The key with this id, for an answer that was signed at `signedAt` (Unix milliseconds).
   * @throws LatchkeyError UNREACHABLE if no key is pinned and the key set cannot be read; the reason of the signal once
   * it aborts, while the reading goes on for other calls
   */
  async find(kid: string, signedAt: number, signal?: AbortSignal): Promise<Found> {
    const pins = await this.#pins
    if (pins && !pins.has(kid)) return { refused: 'signed with a key that is not pinned' }
    const keySet = await awaited(this.#keySetWith(kid), signal)
    const listed = keySet?.keys.get(kid)
    if (keySet && !listed) return { refused: 'signed with a key that the service does not know' }
    if (listed?.status === 'retired' && !(signedAt <= Date.parse(listed.retiredAt ?? ''))) {
      return { refused: 'signed with a retired key' }
    }
    return { key: pins?.get(kid) ?? (await this.#import(listed!.x)) }
  }

  /** The key set, fetched again if it is old or lacks this key; null if keys are pinned and it was never available. */
  async #keySetWith(kid: string): Promise<KeySet | null> {
    const known = this.#known
    const isFresh = known !== null && this.clock.elapsed() - known.readAt < AGE
    if (isFresh && known.keys.has(kid)) return known
    const isPaused = this.clock.elapsed() - this.#triedAt < PAUSE
    if (isPaused && (this.#pins || isFresh)) return known
    if (this.#pins || isFresh) this.#triedAt = this.clock.elapsed()
    return this.#pins ? this.#readSet().catch(() => known) : this.#readSet()
  }

  #readSet(): Promise<KeySet> {
    this.#reading ??= this.#ask().finally(() => (this.#reading = null))
    return this.#reading
  }

  async #ask(): Promise<KeySet> {
    const keys = await this.read()
    this.#known = { readAt: this.clock.elapsed(), keys: new Map(keys.map((key) => [key.kid, key])) }
    return this.#known
  }

  #import(x: string): Promise<PublicKey> {
    const imported = this.#imported.get(x) ?? importKey(x)
    this.#imported.set(x, imported)
    return imported
  }
}
