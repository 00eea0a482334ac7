import { utf8 } from '../core/bytes.js'
import type { Clock } from '../core/clock.js'
import { graceAt } from './grace.js'
import type { KeyRing } from './key_ring.js'
import { nonceOf, type Bound } from './nonces.js'
import { AUTHORIZE, type Answer } from './runtime_calls.js'
import { isSignedBy, strangeness, type Signature } from './signed_answer.js'
import type { Skew } from './skew.js'
import type { Allowed } from './types.js'

/** The storage for the last answer, for example a file in the user's own folder. */
export type OfflineStore = {
  read(): string | null | Promise<string | null>
  /** Replaces the stored text; null deletes it. */
  write(text: string | null): void | Promise<void>
}

export type OfflineOptions = {
  /** Days for which the last signed answer is valid while the service is unreachable. */
  graceDays: number
  store: OfflineStore
}

type Kept = Pick<Answer, 'text' | 'signature' | 'salt'> & {
  version: 1
  /** The latest time that this machine's clock has shown, uncorrected. */
  latestSeen: number
  /** Milliseconds by which the service's clock was ahead of this machine's; older versions have not stored it. */
  offset?: number
}

type Recalled = { allowed: Allowed; leftMs: number } | { refused: string }

/**
 * Lets a program run on its last signed answer while the service is unreachable, for a limited time and on the same
 * device.
 */
export class OfflineGrace {
  /** The end of the last use of the store; it never rejects. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(
    protected options: OfflineOptions,
    protected keys: KeyRing,
    protected clock: Clock,
    protected warn: (message: string) => void
  ) {}

  /** Stores an answer that allowed the call, with the offset of this machine's clock. */
  keep({ text, signature, salt }: Answer, offset: number): Promise<void> {
    const kept: Kept = { version: 1, text, signature, salt, latestSeen: this.clock.now(), offset }
    return this.#inTurn(() => this.#write(kept))
  }

  /**
   * Deletes the stored answer, because the last one for this license and device was a denial. A stored answer for
   * another license or device stays, because the denial does not concern it.
   */
  forget(bound: Bound): Promise<void> {
    return this.#inTurn(async () => {
      const kept = readKept(await this.#read())
      if (kept && kept.signature.nonce !== (await nonceOf(kept.salt, bound))) return
      await this.#write(null)
    })
  }

  /**
   * The stored answer, verified again, and for how long it is still valid for this license and device; else the
   * reason why it is not. `skew` is what this run knows about its clock.
   */
  recall(bound: Bound, skew: Skew | null): Promise<Recalled> {
    return this.#inTurn(() => this.#recall(bound, skew))
  }

  async #recall(bound: Bound, skew: Skew | null): Promise<Recalled> {
    const kept = readKept(await this.#read())
    if (!kept) return { refused: 'no answer was kept' }
    const { signature, text, salt } = kept
    const strange =
      (await strangeness(signature, await nonceOf(salt, bound), utf8(text))) ??
      (await this.#forgery(signature))
    if (strange) return { refused: `the kept answer is not genuine: ${strange}` }
    const { allow, data } = JSON.parse(text) as { allow: boolean; data: Allowed }
    if (!allow) return { refused: 'the kept answer is no yes' }
    const now = this.clock.now()
    const { effectiveExpiresAt } = data
    const expiry = effectiveExpiresAt === null ? null : Date.parse(effectiveExpiresAt)
    const signedAt = Number(signature.timestamp) * 1000
    const offset = skew?.offset ?? storedOffset(kept)
    // An offset counts only for a clock that has not been set back since it was learned.
    const latestSeen = Math.max(kept.latestSeen, skew?.at ?? -Infinity) + offset
    const times = { signedAt, effectiveExpiresAt: expiry, latestSeen }
    const verdict = graceAt(now + offset, times, this.options.graceDays)
    if ('refused' in verdict) return verdict
    if (now > kept.latestSeen) await this.#write({ ...kept, latestSeen: now })
    const offline = { signedAt: iso(signedAt), until: iso(verdict.until) }
    const leftMs = verdict.until - (now + offset)
    return { allowed: { ...data, wasActivated: false, offline }, leftMs }
  }

  /** Uses of the store follow each other: a slow one that its caller has left would undo a later one. */
  #inTurn<T>(use: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(use)
    this.#last = turn.catch(() => {})
    return turn
  }

  async #forgery(signature: Signature): Promise<string | null> {
    const key = await this.keys.pinned(signature.kid)
    if (!key) return 'signed with a key that is not pinned'
    return (await isSignedBy(key, AUTHORIZE, signature)) ? null : 'bad signature'
  }

  async #read(): Promise<string | null> {
    try {
      return await this.options.store.read()
    } catch (error) {
      this.warn(`Latchkey: the last answer cannot be read: ${String(error)}`)
      return null
    }
  }

  /** A failing store disables the grace, but does not revoke the current answer. */
  async #write(kept: Kept | null) {
    try {
      await this.options.store.write(kept && JSON.stringify(kept))
    } catch (error) {
      this.warn(`Latchkey: the last answer cannot be kept: ${String(error)}`)
    }
  }
}

function readKept(text: string | null): Kept | null {
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<Kept> | null
    const { version, salt, text: body, signature, latestSeen } = kept ?? {}
    const isWhole = version === 1 && typeof salt === 'string' && typeof body === 'string'
    return isWhole && signature && Number.isFinite(latestSeen) ? (kept as Kept) : null
  } catch {
    return null
  }
}

/**
 * What a new start believes about its clock. Only a clock that was slow is corrected, which makes the grace end as the
 * service would end it. An offset that makes the grace longer could be written into the store by anybody.
 */
function storedOffset({ offset }: Kept): number {
  return typeof offset === 'number' ? Math.max(0, offset) : 0
}

const iso = (at: number) => new Date(at).toISOString()
