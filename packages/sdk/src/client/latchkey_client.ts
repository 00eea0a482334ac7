import { systemClock, type Clock } from '../core/clock.js'
import { awaited } from '../core/deadline.js'
import { retried, RETRIES, type Outcome } from '../core/retry.js'
import { retryClassOf } from '../codes.js'
import { LatchkeyError } from '../errors.js'
import { Exchange, type ExchangeOptions } from './exchange.js'
import type { Bound } from './nonces.js'
import { OfflineGrace, type OfflineOptions } from './offline_grace.js'
import { AUTHORIZE, RELEASE, RuntimeCalls, type Answer } from './runtime_calls.js'
import { keepSession } from './session_keeper.js'
import { RequestSigner } from './signed_request.js'
import type { Allowed, AuthorizeParams, Denied, KeepAlive } from './types.js'

export type LatchkeyClientOptions = ExchangeOptions & {
  productId: string
  /** A key with `license:authorize` and no other permission, because every copy of the program contains it. */
  apiKey: string
  signingSecret: string
  /**
   * The public keys of your service, as `signing-key:list` prints them. Only answers signed by one of them are
   * trusted. Without them, the keys come from the server itself, so anyone who can impersonate it can grant access.
   */
  publicKeys?: string[]
  /** Lets the program run on its last signed answer while the service is unreachable. Needs `publicKeys`. */
  offline?: OfflineOptions
  /** Receives warnings for developers; `console.warn` by default. */
  warn?: (message: string) => void
  /** The maximum number of attempts per call; 5 by default. Each attempt is signed anew. */
  attempts?: number
  /** The total time in milliseconds that one call may spend in pauses between attempts; 5000 by default. */
  patienceMs?: number
  clock?: Clock
  /** Returns a number from 0 to 1, to spread calls; `Math.random` by default. */
  random?: () => number
}

const PATIENCE = 5000
const NOT_PINNED =
  'Latchkey: no publicKeys are pinned, so signatures only guard against changes on the way. Whoever runs this ' +
  'program can answer for the server. Paste the keys that "signing-key:list" prints.'

/** The client of a licensed program: asks whether it may run, and trusts only answers that the service has signed. */
export class LatchkeyClient {
  #options: LatchkeyClientOptions
  #clock: Clock
  #random: () => number
  #calls: RuntimeCalls
  #grace: OfflineGrace | null
  /** When sessions end, by the monotonic clock. */
  #ends = new WeakMap<Allowed, number>()
  /** Seconds to wait before the next call, for kept answers that took the place of a refusal. */
  #waits = new WeakMap<Allowed, number>()

  /** @throws TypeError for `offline` without `publicKeys` */
  constructor(options: LatchkeyClientOptions) {
    const {
      publicKeys = [],
      warn = console.warn,
      clock = systemClock,
      apiKey,
      signingSecret,
      offline,
    } = options
    if (offline && publicKeys.length === 0) throw new TypeError('An offline grace needs pinned publicKeys')
    if (publicKeys.length === 0) warn(NOT_PINNED)
    this.#options = options
    this.#clock = clock
    this.#random = options.random ?? Math.random
    this.#calls = new RuntimeCalls(
      new Exchange(options),
      new RequestSigner(signingSecret),
      apiKey,
      clock,
      publicKeys
    )
    this.#grace = offline ? new OfflineGrace(offline, this.#calls.keys, clock, warn) : null
  }

  /** Seconds by which this machine's clock is behind the server's (negative: ahead); 0 until an answer has arrived. */
  get clockOffset(): number {
    return Math.round(this.#calls.offset / 1000)
  }

  /**
   * Asks whether a license may be used. A denial is returned, not thrown. While the service is unreachable, the last
   * signed answer is used if `offline` allows it and only as long as it is valid.
   * @throws LatchkeyError if there is neither a yes nor a no; the reason of the signal once it aborts
   */
  async authorize(
    params: AuthorizeParams,
    options: { signal?: AbortSignal; patienceMs?: number } = {}
  ): Promise<Allowed | Denied> {
    const bound = { ...params, productId: this.#options.productId }
    try {
      return await this.#ask(params, bound, options)
    } catch (error) {
      options.signal?.throwIfAborted()
      if (!this.#grace || !(error instanceof LatchkeyError)) throw error
      if (retryClassOf(error.code, error.status) !== 'wait') throw error
      const recalled = await awaited(this.#grace.recall(bound, this.#calls.skew), options.signal)
      if ('allowed' in recalled) {
        this.#ends.set(recalled.allowed, this.#clock.elapsed() + recalled.leftMs)
        this.#waits.set(recalled.allowed, error.retryAfter ?? 0)
        return recalled.allowed
      }
      throw withNote(error, recalled.refused)
    }
  }

  /** Ends a session, so that another may begin; no error if the session does not exist. @throws LatchkeyError */
  async release(
    licenseKey: string,
    sessionId: string,
    options: { signal?: AbortSignal } = {}
  ): Promise<void> {
    const bound = { licenseKey, productId: this.#options.productId }
    const release = this.#call(RELEASE, { licenseKey, sessionId }, bound, options)
    await release.catch((error: unknown) => {
      if (!(error instanceof LatchkeyError && error.status === 404)) throw error
    })
  }

  /**
   * Keeps a session alive until it is denied or lost. Returns a function that stops and releases it.
   */
  keepAlive(params: AuthorizeParams, session: Allowed, on: KeepAlive): () => Promise<void> {
    const stop = keepSession(
      {
        clock: this.#clock,
        random: this.#random,
        ask: (sessionId, signal) => this.authorize({ ...params, sessionId }, { signal, patienceMs: 0 }),
        endOf: (one) => this.#endOf(one),
        waitOf: (one) => this.#waits.get(one) ?? 0,
      },
      session,
      on
    )
    return async () => {
      const { sessionId } = stop()
      // A session that cannot be released expires.
      await this.release(params.licenseKey, sessionId).catch(() => {})
    }
  }

  #endOf(session: Allowed): number {
    const serverNow = this.#clock.now() + this.#calls.offset
    const ends = session.offline?.until ?? session.sessionExpiresAt
    return this.#ends.get(session) ?? this.#clock.elapsed() + Date.parse(ends) - serverNow
  }

  async #ask(params: AuthorizeParams, bound: Bound, options: { signal?: AbortSignal; patienceMs?: number }) {
    const sentAt = this.#clock.elapsed()
    const answer = await this.#call(AUTHORIZE, params, bound, options)
    const { signal } = options
    const { body, signature } = answer
    if (body.allow !== true) {
      if (this.#grace) await awaited(this.#grace.forget(bound), signal)
      return { allow: false, reasonCode: String(body.reasonCode), message: String(body.message) } as Denied
    }
    if (this.#grace) await awaited(this.#grace.keep(answer, this.#calls.offset), signal)
    const allowed = body.data as Allowed
    const lifetime = Date.parse(allowed.sessionExpiresAt) - Number(signature.timestamp) * 1000
    this.#ends.set(allowed, sentAt + lifetime)
    return allowed
  }

  /** If this machine's clock is wrong, the signed refusal shows the offset, and the next attempt corrects for it. */
  #call(
    path: string,
    params: object,
    bound: Bound,
    {
      signal,
      patienceMs = this.#options.patienceMs ?? PATIENCE,
    }: { signal?: AbortSignal; patienceMs?: number }
  ): Promise<Answer> {
    let expired = 0
    const attempt = async (): Promise<Outcome<Answer>> => {
      const outcome = await this.#calls.call(path, { productId: bound.productId, ...params }, bound, signal)
      const isExpired = 'error' in outcome && outcome.error.code === 'SIGNATURE_EXPIRED'
      if (!isExpired || ++expired < 2) return outcome
      const message = `The clock of this machine is ${-this.clockOffset} seconds ahead of the server's, or it jumps`
      return {
        error: new LatchkeyError('CLOCK_WRONG', message, { status: outcome.error.status }),
        asked: null,
      }
    }
    const { attempts = RETRIES.attempts } = this.#options
    const [clock, random] = [this.#clock, this.#random]
    return retried(attempt, { ...RETRIES, attempts, patienceMs, clock, random, signal, resigns: true })
  }
}

function withNote(error: LatchkeyError, note: string): LatchkeyError {
  const { code, message, status, requestId, details, retryAfter } = error
  return new LatchkeyError(code, `${message} (offline: ${note})`, {
    status,
    requestId,
    details,
    retryAfter,
    cause: error,
  })
}
