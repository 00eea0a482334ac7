import type { OutgoingHttpHeaders } from 'node:http'
import { networkOf } from '#kernel/net/network'
import { limits } from '#config/limits'
import Refusal from '#kernel/refusals/refusal'
import { sharedRefusal } from '#kernel/refusals/shared_refusal'
import { findApiKey, type KnownApiKey } from '#accounts/credentials/api_keys'
import { isFull, refusedLately } from '#kernel/limits/full_windows'
import type { Bucket, Consumed, Nonce } from '#kernel/limits/rate_limit_windows'
import { observe } from '#kernel/observe/observe'
import { passUncounted } from '#kernel/limits/pass_uncounted'
import { consume } from '#kernel/limits/rate_limits'
import { countRefused } from '#kernel/limits/refused_requests'

/** What a runtime call adds to the limits of every request. */
export type Counted = {
  /** The license of an authorize call, which has a limit of its own (interface#8-limits). */
  license?: string
  /** Claimed in the same round trip, if no bucket refuses the request. */
  nonce?: Nonce
}

/** The positions of a request's buckets in the list that is sent to the store. */
const IP = 0
const KEY = 1
const PRODUCT = 2

/** The names of those buckets, and of those of a request without a known API key. */
const WINDOWS = ['address', 'key', 'product', 'license'] as const
const WINDOWS_WITHOUT_KEY = ['address', 'license'] as const

const HEADERS = {
  IP: { limit: 'X-RateLimit-Limit-IP', remaining: 'X-RateLimit-Remaining-IP' },
  Key: { limit: 'X-RateLimit-Limit-Key', remaining: 'X-RateLimit-Remaining-Key' },
  Product: { limit: 'X-RateLimit-Limit-Product', remaining: 'X-RateLimit-Remaining-Product' },
}

/**
 * The limits of one request: per address always; per API key (by plan) and per product when a key was sent;
 * per license on authorize (interface#buckets-by-credential, interface#rate-limit-headers). Writes the X-RateLimit
 * headers, on refusals too.
 */
export default class RequestLimits {
  /** Whether the request has been counted. It counts once. */
  taken = false

  /** Whether a window of this request was full a moment ago, so that a refusal is likely. */
  knownFull = false

  #shown = false

  readonly #ofAddress: Bucket[]
  #ofKey: Bucket[] | null = null

  /** The live API key of the request after the lookup; null if none was sent or it is unknown. */
  key: KnownApiKey | null = null

  constructor(
    /** The client's address, as reported by the trusted proxies. */
    readonly address: string,
    /** The object that receives the X-RateLimit headers. */
    protected headers: OutgoingHttpHeaders,
    protected keySent: boolean
  ) {
    this.#ofAddress = [{ key: `ip:${networkOf(address)}`, limit: limits.ipPerMinute }]
  }

  /**
   * Counts this request and claims the nonce with it. Returns whether the nonce was fresh, or null without a nonce.
   * While the store is down, a request without a nonce passes uncounted, unless this deployment fails closed. A
   * request whose nonce could not be claimed, or was made before the store lost its data, is refused with
   * SIGNING_UNAVAILABLE.
   * @throws Refusal RATE_LIMITED, PRODUCT_RATE_LIMITED; RATE_LIMIT_UNAVAILABLE when the store is down and this
   *   deployment fails closed.
   */
  async take({ license, nonce }: Counted = {}): Promise<boolean | null> {
    const buckets = this.#begin(license)
    this.knownFull = isFull(buckets)
    let consumed: Consumed
    try {
      consumed = await consume(buckets, nonce)
    } catch (error) {
      return this.#pass(error, nonce)
    }
    this.#settle(buckets, consumed)
    if (consumed.fresh === 'unknown') {
      const message =
        'The server has just lost its list of used nonces: sign again with a fresh nonce and timestamp'
      throw new Refusal('SIGNING_UNAVAILABLE', { message, retryAfter: 1 })
    }
    return consumed.fresh
  }

  /**
   * Counts a request that is refused for another reason, unless it has been counted. While its windows have plenty of
   * room, it counts without a call to the store and returns null: there is nothing to await.
   * @throws Refusal as `take` does.
   */
  takeRefused(): Promise<void> | null {
    if (this.taken) return null
    const buckets = this.#begin()
    const consumed = countRefused(buckets)
    if (!(consumed instanceof Promise)) {
      this.#settle(buckets, consumed)
      return null
    }
    return consumed.then(
      (told) => this.#settle(buckets, told),
      (error: unknown) => void this.#pass(error)
    )
  }

  /** The windows of a request that is about to be counted. @throws Refusal if one of them has refused a moment ago. */
  #begin(license?: string): Bucket[] {
    const buckets = this.#buckets(license)
    const known = this.#knownRefusal(buckets)
    if (known) throw known
    this.taken = true
    return buckets
  }

  /** @throws Refusal when a window is full. */
  #settle(buckets: Bucket[], consumed: Consumed) {
    this.#show(buckets, consumed)
    if (consumed.denied >= 0) throw this.#refusalOf(consumed)
  }

  /**
   * The refusal of a request whose address, key or product window has refused a moment ago: RATE_LIMITED or
   * PRODUCT_RATE_LIMITED. Null if only the store can decide. Call it before anything of the request is read or looked
   * up.
   */
  knownRefusal(): Refusal | null {
    return this.#knownRefusal(this.#buckets())
  }

  #knownRefusal(buckets: Bucket[]): Refusal | null {
    const consumed = refusedLately(buckets)
    if (!consumed) return null
    this.taken = true
    this.#show(buckets, consumed)
    return this.#refusalOf(consumed)
  }

  #refusalOf({ denied, retryAfter }: Consumed): Refusal {
    const { orgId, productId } = this.key ?? {}
    const limit = (this.key ? WINDOWS : WINDOWS_WITHOUT_KEY)[denied]
    observe('limit_hit', { limit, requestId: this.headers['x-request-id'], orgId, productId })
    return sharedRefusal(this.key && denied === PRODUCT ? 'PRODUCT_RATE_LIMITED' : 'RATE_LIMITED', retryAfter)
  }

  /**
   * Looks up the API key that was sent, if any. An address that is known to be refused gets no lookup. Returns null
   * if there is nothing to await.
   * @throws database errors; Refusal RATE_LIMITED.
   */
  identify(sent: string | null): Promise<void> | null {
    if (sent === null) return null
    const known = this.knownRefusal()
    if (known) throw known
    const found = findApiKey(sent)
    if (!(found instanceof Promise)) {
      this.key = found
      return null
    }
    return found.then(
      (key) => void (this.key = key),
      (error: unknown) => {
        this.showUncounted()
        throw error
      }
    )
  }

  /** Writes the rate limit headers of an uncounted request, unless they are set. Every response has them. */
  showUncounted() {
    if (this.#shown) return
    this.#write('IP', limits.ipPerMinute, limits.ipPerMinute)
    this.#write('Product', -1, -1)
    if (this.keySent) this.#write('Key', -1, -1)
  }

  #show(buckets: Bucket[], { remaining }: Consumed) {
    this.#write('IP', buckets[IP].limit, remaining[IP])
    const { key } = this
    this.#write('Product', key ? buckets[PRODUCT].limit : -1, key ? remaining[PRODUCT] : -1)
    if (this.keySent) this.#write('Key', key ? buckets[KEY].limit : -1, key ? remaining[KEY] : -1)
  }

  #buckets(license?: string): Bucket[] {
    const buckets = this.key ? (this.#ofKey ??= this.#withKey(this.key)) : this.#ofAddress
    if (license === undefined) return buckets
    return [...buckets, { key: `license:${license}`, limit: limits.licensePerMinute }]
  }

  #withKey({ id, plan, productId }: KnownApiKey): Bucket[] {
    return [
      ...this.#ofAddress,
      { key: `key:${id}`, limit: limits.keyPerMinute[plan] },
      { key: `product:${productId}`, limit: limits.productPerMinute },
    ]
  }

  /** Lets a request pass that could not be counted, if it may. */
  #pass(error: unknown, nonce?: Nonce): null {
    this.showUncounted()
    passUncounted(error, 'windows')
    if (nonce) throw new Refusal('SIGNING_UNAVAILABLE', { retryAfter: 1 })
    return null
  }

  #write(name: keyof typeof HEADERS, limit: number, remaining: number) {
    this.#shown = true
    this.headers[HEADERS[name].limit] = String(limit)
    this.headers[HEADERS[name].remaining] = String(remaining)
  }
}
