import { utf8 } from '../core/bytes.js'
import type { Clock } from '../core/clock.js'
import { graceAt } from './grace.js'
import type { KeyRing } from './key_ring.js'
import { nonceOf, type Bound } from './nonces.js'
import { AUTHORIZE, type Answer } from './runtime_calls.js'
import { isSignedBy, strangeness, type Signature } from './signed_answer.js'
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

type Kept = Pick<Answer, 'text' | 'signature' | 'salt'> & { version: 1; latestSeen: number }

/**
 * Lets a program run on its last signed answer while the service is unreachable, for a limited time and on the same
 * device.
 */
export class OfflineGrace {
  constructor(
    protected options: OfflineOptions,
    protected keys: KeyRing,
    protected clock: Clock,
    protected warn: (message: string) => void
  ) {}

  /** Stores an answer that allowed the call. */
  keep({ text, signature, salt }: Answer): Promise<void> {
    return this.#write({ version: 1, text, signature, salt, latestSeen: this.clock.now() })
  }

  /**
   * Deletes the stored answer, because the last one for this license and device was a denial. A stored answer for
   * another license or device stays, because the denial does not concern it.
   */
  async forget(bound: Bound): Promise<void> {
    const kept = readKept(await this.#read())
    if (kept && kept.signature.nonce !== (await nonceOf(kept.salt, bound))) return
    await this.#write(null)
  }

  /**
   * The stored answer, verified again, if it is still valid for this license and device; else the reason why it is
   * not.
   */
  async recall(bound: Bound): Promise<{ allowed: Allowed } | { refused: string }> {
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
    const times = { signedAt, effectiveExpiresAt: expiry, latestSeen: kept.latestSeen }
    const verdict = graceAt(now, times, this.options.graceDays)
    if ('refused' in verdict) return verdict
    if (now > kept.latestSeen) await this.#write({ ...kept, latestSeen: now })
    const offline = { signedAt: iso(signedAt), until: iso(verdict.until) }
    return { allowed: { ...data, wasActivated: false, offline } }
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

const iso = (at: number) => new Date(at).toISOString()
