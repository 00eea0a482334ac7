/**
 * The reference client of Latchkey: one file without dependencies, for any runtime with `fetch` and WebCrypto
 * (Node 20 and later, Deno, Bun, browsers). It signs its requests, verifies the signed responses, and keeps a
 * session alive. Copy it into your program.
 */
export type LatchkeyOptions = {
  baseUrl: string
  productId: string
  apiKey: string
  signingSecret: string
  /**
   * The public keys of your service, as `signing-key:list` prints them. Only answers that one of them signed are
   * believed. Without them the keys come from the server itself, so whoever can pretend to be it can say yes.
   */
  publicKeys?: string[]
  /** Hears of what a developer should put right; `console.warn` by default. */
  warn?: (message: string) => void
  /** Milliseconds before a call is given up; 5000 by default. */
  timeoutMs?: number
}

export type AuthorizeParams = { licenseKey: string; hwid?: string; ip?: string; sessionId?: string }

export type Allowed = {
  allow: true
  effectiveExpiresAt: string | null
  licenseId: string
  status: string
  activatedAt: string
  wasActivated: boolean
  sessionId: string
  sessionExpiresAt: string
  metadata: Record<string, unknown>
}
export type Denied = { allow: false; reasonCode: string; message: string }

/**
 * There is no yes and no no. `code` is that of the service's error envelope, or one of the client's own: UNREACHABLE (no
 * answer of the service), FORGED_RESPONSE (an answer that it did not give), CLOCK_WRONG (this machine's clock jumps).
 */
export class LatchkeyError extends Error {
  readonly code: string
  readonly status: number
  /** Seconds to wait before the next try; null when trying again is pointless. */
  readonly retryAfter: number | null
  constructor(code: string, message: string, status: number, retryAfter: number | null) {
    super(message)
    this.code = code
    this.status = status
    this.retryAfter = retryAfter
  }
}

const AUTHORIZE = '/v1/licenses/authorize'
const RELEASE = '/v1/licenses/release'
const KEY_SET = '/.well-known/service-keys.json'
const RETRYABLE = [429, 500, 502, 503, 504]
/** Milliseconds: how old the key set may be, and how long a client that pins keys does without it after a failure. */
const KEY_SET_AGE = 3_600_000
const KEY_SET_PAUSE = 60_000
const NOT_PINNED =
  'Latchkey: no publicKeys are pinned, so signatures only guard against changes on the way. Whoever runs this ' +
  'program can answer for the server. Paste the keys that "signing-key:list" prints.'
const text = new TextEncoder()
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>
type ListedKey = { x: string; status: string; retiredAt: string | null }
type KeySet = { readAt: number; keys: Map<string, ListedKey> }

export class LatchkeyClient {
  protected options: LatchkeyOptions
  #baseUrl: string
  #pins: Promise<Map<string, Key>> | null
  #imported = new Map<string, Promise<Key>>()
  #keySet: KeySet | null = null
  #readingKeySet: Promise<KeySet> | null = null
  #keySetTriedAt = -Infinity
  #hmac?: Promise<Key>
  /** How far the server's clock is ahead of this machine's, in milliseconds, by its last signed answer. */
  #offset = 0
  /** When sessions end on this machine's monotonic clock. */
  #ends = new WeakMap<Allowed, number>()

  constructor(options: LatchkeyOptions) {
    this.options = options
    this.#baseUrl = options.baseUrl.replace(/\/+$/, '')
    const { publicKeys = [], warn = console.warn } = options
    if (publicKeys.length === 0) warn(NOT_PINNED)
    this.#pins = publicKeys.length === 0 ? null : pinned(publicKeys)
    // A key that is none is told by the first call.
    this.#pins?.catch(() => {})
  }

  /** Seconds by which this machine's clock is behind the server's (negative: ahead), as far as it is known. */
  get clockOffset(): number {
    return Math.round(this.#offset / 1000)
  }

  /** Asks whether a license may be used. A denial is an answer, not an error. @throws LatchkeyError */
  async authorize(params: AuthorizeParams): Promise<Allowed | Denied> {
    const sentAt = performance.now()
    const { status, body, headers, signedAt } = await this.#call(AUTHORIZE, params)
    if (body.allow === true) {
      const allowed = body.data as Allowed
      this.#ends.set(allowed, sentAt + Date.parse(allowed.sessionExpiresAt) - signedAt * 1000)
      return allowed
    }
    if (body.allow === false) {
      return { allow: false, reasonCode: String(body.reasonCode), message: String(body.message) }
    }
    throw toError(status, body, headers)
  }

  /** Ends a session, so that another may begin; one that is gone already is no error. @throws LatchkeyError */
  async release(licenseKey: string, sessionId: string): Promise<void> {
    const { status, body, headers } = await this.#call(RELEASE, { licenseKey, sessionId })
    if (status !== 200 && status !== 404) throw toError(status, body, headers)
  }

  /**
   * Keeps a session alive by asking again after a third of its time, so that two calls may fail before it lapses, and
   * never before a `retryAfter` is over. `denied` hears of the first denial, `lost` of a session whose time has passed
   * without a renewal, by a clock that nobody can set. Returns a function that stops and releases the session.
   */
  keepAlive(
    params: AuthorizeParams,
    session: Allowed,
    on: { denied: (denial: Denied) => void; lost: (error: unknown) => void }
  ): () => Promise<void> {
    let current = session
    let ends = this.#endOf(session)
    let failure: unknown
    let stopped = false
    let timer: ReturnType<typeof setTimeout>
    const left = () => ends - performance.now()
    const schedule = (retryAfter = 0) => {
      // Programs that began together do not ask together. Within a second the service renews nothing.
      const pace = Math.max(1100, (left() / 3) * (0.9 + Math.random() / 10))
      // Timers may be a little early, and at its end a session is lost without one more call.
      timer = setTimeout(again, Math.max(pace, Math.min(retryAfter * 1000, left() + 10)))
    }
    const again = async () => {
      if (failure && left() <= 0) return on.lost(failure)
      try {
        const answer = await this.authorize({ ...params, sessionId: current.sessionId })
        if (stopped) return
        if (!answer.allow) return on.denied(answer)
        current = answer
        ends = this.#endOf(answer)
        failure = undefined
        schedule()
      } catch (error) {
        if (stopped) return
        failure = error
        if (left() <= 0) return on.lost(error)
        schedule((error as LatchkeyError).retryAfter ?? 0)
      }
    }
    schedule()
    return async () => {
      stopped = true
      clearTimeout(timer)
      // What cannot be released lapses by itself.
      await this.release(params.licenseKey, current.sessionId).catch(() => {})
    }
  }

  #endOf(session: Allowed): number {
    const serverNow = Date.now() + this.#offset
    return this.#ends.get(session) ?? performance.now() + Date.parse(session.sessionExpiresAt) - serverNow
  }

  /** A clock that is wrong is learned from the signed refusal; the second try reckons with it. */
  async #call(path: string, params: object) {
    const first = await this.#send(path, params)
    if (codeOf(first.body) !== 'SIGNATURE_EXPIRED') return first
    const second = await this.#send(path, params)
    if (codeOf(second.body) !== 'SIGNATURE_EXPIRED') return second
    const message = `The clock of this machine is ${-this.clockOffset} seconds ahead of the server's, or it jumps`
    throw new LatchkeyError('CLOCK_WRONG', message, second.status, null)
  }

  async #send(path: string, params: object) {
    const { productId, apiKey } = this.options
    const body = JSON.stringify({ productId, ...params })
    const nonce = base64url(crypto.getRandomValues(new Uint8Array(24)))
    const headers = {
      'content-type': 'application/json',
      'x-api-key': apiKey,
      'x-svc-response-nonce': nonce,
      ...(await this.#signature(path, nonce, body)),
    }
    const { response, bytes } = await this.#fetch(path, { method: 'POST', headers, body })
    const signedAt = await this.#verify(path, nonce, response, bytes)
    const parsed = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
    return { status: response.status, headers: response.headers, body: parsed, signedAt }
  }

  /** @throws UNREACHABLE when nothing answers, or something on the way to the service. */
  async #fetch(path: string, init: RequestInit) {
    try {
      const signal = AbortSignal.timeout(this.options.timeoutMs ?? 5000)
      const response = await fetch(this.#baseUrl + path, { ...init, signal })
      return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
    } catch (cause) {
      throw unreachable(`The license server cannot be reached: ${String(cause)}`, 0, 1)
    }
  }

  /** The three headers of a signed request: HMAC-SHA256 over method, path, timestamp, nonce and body hash. */
  async #signature(path: string, nonce: string, body: string) {
    const timestamp = String(Math.floor((Date.now() + this.#offset) / 1000))
    const secret = text.encode(this.options.signingSecret)
    this.#hmac ??= crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    const signed = ['POST', path, timestamp, nonce, await sha256(text.encode(body))].join('\n')
    const signature = await crypto.subtle.sign('HMAC', await this.#hmac, text.encode(signed))
    return {
      'x-svc-timestamp': timestamp,
      'x-svc-nonce': nonce,
      'x-svc-signature': hex(new Uint8Array(signature)),
    }
  }

  /**
   * Refuses a response that the service did not sign for this very request (version 2); returns when it signed, in Unix
   * seconds. The nonce was made for this request, so an answer that bears it is fresh whatever the clocks say.
   */
  async #verify(path: string, nonce: string, response: Response, body: Uint8Array<ArrayBuffer>) {
    const { status } = response
    const header = (name: string) => response.headers.get(`x-svc-signature${name}`) ?? ''
    const forged = (why: string) => new LatchkeyError('FORGED_RESPONSE', why, status, null)
    const proxied =
      status === 429 || status >= 500 || /html/i.test(response.headers.get('content-type') ?? '')
    if (header('') === '' && proxied) {
      throw unreachable(
        `Not the license server answered, with HTTP ${status}`,
        status,
        waitOf(response.headers)
      )
    }
    if (header('-version') !== '2' || header('-nonce') !== nonce) throw forged('not bound to the request')
    const timestamp = header('-timestamp')
    const bodyHash = await sha256(body)
    if (header('-body-sha256') !== bodyHash) throw forged('the body was changed')
    const signed = text.encode(['v2', timestamp, 'POST', path, bodyHash, nonce].join('\n'))
    const key = await this.#publicKey(header('-kid'), Number(timestamp) * 1000, forged)
    const signature = fromBase64url(header(''))
    if (!signature || !(await crypto.subtle.verify('Ed25519', key, signature, signed)))
      throw forged('bad signature')
    this.#offset = Number(timestamp) * 1000 - Date.now()
    return Number(timestamp)
  }

  /**
   * The public key of this id: one that is pinned, else one of the key set. The key set can only take keys away from
   * those that are pinned: a key that was retired before it signed, or taken out of the set.
   */
  async #publicKey(kid: string, signedAt: number, forged: (why: string) => LatchkeyError): Promise<Key> {
    const pins = await this.#pins
    if (pins && !pins.has(kid)) throw forged('signed with a key that is not pinned')
    const keySet = await this.#keySetWith(kid)
    const listed = keySet?.keys.get(kid)
    if (keySet && !listed) throw forged('signed with a key that the service does not know')
    if (listed?.status === 'retired' && !(signedAt <= Date.parse(listed.retiredAt ?? ''))) {
      throw forged('signed with a retired key')
    }
    return pins?.get(kid) ?? this.#import(listed!.x)
  }

  /** The key set, read again where it is old or lacks this key; null where a client that pins keys cannot have it. */
  async #keySetWith(kid: string): Promise<KeySet | null> {
    const known = this.#keySet
    if (known?.keys.has(kid) && performance.now() - known.readAt < KEY_SET_AGE) return known
    if (!this.#pins) return this.#readKeySet()
    if (performance.now() - this.#keySetTriedAt < KEY_SET_PAUSE) return known
    this.#keySetTriedAt = performance.now()
    return this.#readKeySet().catch(() => known)
  }

  #readKeySet(): Promise<KeySet> {
    this.#readingKeySet ??= this.#askForKeySet().finally(() => (this.#readingKeySet = null))
    return this.#readingKeySet
  }

  async #askForKeySet(): Promise<KeySet> {
    const { response, bytes } = await this.#fetch(KEY_SET, { cache: 'no-cache' })
    const { keys } = parsedObject(bytes) as { keys?: (ListedKey & { kid: string })[] }
    if (!response.ok || !Array.isArray(keys)) {
      const why = `The key set cannot be read: HTTP ${response.status}`
      throw unreachable(why, response.status, waitOf(response.headers))
    }
    this.#keySet = { readAt: performance.now(), keys: new Map(keys.map((key) => [key.kid, key])) }
    return this.#keySet
  }

  #import(x: string): Promise<Key> {
    const imported = this.#imported.get(x) ?? importKey(x)
    this.#imported.set(x, imported)
    return imported
  }
}

/** Keys by their ids: the thumbprint of RFC 7638 names a key by what it is. */
async function pinned(publicKeys: string[]): Promise<Map<string, Key>> {
  const entries = publicKeys.map(async (x) => {
    const jwk = text.encode(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`)
    const kid = base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', jwk)))
    return [kid, await importKey(x)] as const
  })
  return new Map(await Promise.all(entries))
}

function importKey(x: string): Promise<Key> {
  const raw = fromBase64url(x)
  if (raw?.length !== 32) return Promise.reject(new TypeError(`"${x}" is not the x of an Ed25519 key`))
  return crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
}

function codeOf(body: Record<string, unknown>): string | undefined {
  return (body.error as { code?: string } | undefined)?.code
}

/** Seconds that an answer asks to wait; one where it says nothing that can be read. */
function waitOf(headers: Headers): number {
  const seconds = Number(headers.get('retry-after') ?? 1)
  return seconds >= 0 ? seconds : 1
}

function unreachable(message: string, status: number, retryAfter: number): LatchkeyError {
  return new LatchkeyError('UNREACHABLE', message, status, retryAfter)
}

function toError(status: number, body: Record<string, unknown>, headers: Headers): LatchkeyError {
  const { code, message } = (body.error ?? {}) as { code?: string; message?: string }
  const wait = RETRYABLE.includes(status) ? waitOf(headers) : null
  return new LatchkeyError(code ?? 'INTERNAL', message ?? `HTTP ${status}`, status, wait)
}

function parsedObject(bytes: Uint8Array): object {
  try {
    return Object(JSON.parse(new TextDecoder().decode(bytes))) as object
  } catch {
    return {}
  }
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

function fromBase64url(encoded: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(binary, (char) => char.charCodeAt(0))
  } catch {
    return null
  }
}
