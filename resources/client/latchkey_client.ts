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

/** The service gave an answer that is neither yes nor no: `code` as in its error envelope. */
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

const SKEW = 300
const AUTHORIZE = '/v1/licenses/authorize'
const RELEASE = '/v1/licenses/release'
const RETRYABLE = [429, 500, 502, 503, 504]
const text = new TextEncoder()
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>

export class LatchkeyClient {
  #keys = new Map<string, Key>()
  #hmac?: Promise<Key>
  protected options: LatchkeyOptions
  constructor(options: LatchkeyOptions) {
    this.options = options
  }

  /** Asks whether a license may be used. A denial is an answer, not an error. */
  async authorize(params: AuthorizeParams): Promise<Allowed | Denied> {
    const { status, body, headers } = await this.#call(AUTHORIZE, params)
    if (body.allow === true) return body.data as Allowed
    if (body.allow === false) {
      return { allow: false, reasonCode: String(body.reasonCode), message: String(body.message) }
    }
    throw toError(status, body, headers)
  }

  /** Ends a session, so that another may begin; one that is gone already is no error. */
  async release(licenseKey: string, sessionId: string): Promise<void> {
    const { status, body, headers } = await this.#call(RELEASE, { licenseKey, sessionId })
    if (status !== 200 && status !== 404) throw toError(status, body, headers)
  }

  /**
   * Keeps a session alive by asking again after a third of its time, so that two calls may fail before it
   * lapses. `denied` hears of the first denial, `lost` of a session that could not be renewed in time.
   * Returns a function that stops and releases the session.
   */
  keepAlive(
    params: AuthorizeParams,
    session: Allowed,
    on: { denied: (denial: Denied) => void; lost: (error: unknown) => void }
  ): () => Promise<void> {
    let current = session
    let stopped = false
    let timer: ReturnType<typeof setTimeout>
    const left = () => Date.parse(current.sessionExpiresAt) - Date.now()
    const again = async () => {
      try {
        const answer = await this.authorize({ ...params, sessionId: current.sessionId })
        if (stopped) return
        if (!answer.allow) return on.denied(answer)
        current = answer
      } catch (error) {
        if (stopped) return
        if (left() <= 0) return on.lost(error)
      }
      timer = setTimeout(again, Math.max(1000, left() / 3))
    }
    timer = setTimeout(again, Math.max(1000, left() / 3))
    return async () => {
      stopped = true
      clearTimeout(timer)
      await this.release(params.licenseKey, current.sessionId)
    }
  }

  async #call(path: string, params: object) {
    const { baseUrl, productId, apiKey, timeoutMs = 5000 } = this.options
    const body = JSON.stringify({ productId, ...params })
    const nonce = base64url(crypto.getRandomValues(new Uint8Array(24)))
    const response = await fetch(baseUrl + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': apiKey,
        'x-svc-response-nonce': nonce,
        ...(await this.#signature(path, nonce, body)),
      },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    await this.#verify(path, nonce, response, bytes)
    const parsed = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
    return { status: response.status, headers: response.headers, body: parsed }
  }

  /** The three headers of a signed request: HMAC-SHA256 over method, path, timestamp, nonce and body hash. */
  async #signature(path: string, nonce: string, body: string) {
    const timestamp = String(Math.floor(Date.now() / 1000))
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

  /** Refuses a response that the service did not sign for this very request (version 2). */
  async #verify(path: string, nonce: string, response: Response, body: Uint8Array<ArrayBuffer>) {
    const header = (name: string) => response.headers.get(`x-svc-signature${name}`) ?? ''
    const forged = (why: string) => new LatchkeyError('FORGED_RESPONSE', why, response.status, null)
    if (header('-version') !== '2' || header('-nonce') !== nonce) throw forged('not bound to the request')
    const timestamp = header('-timestamp')
    if (!(Math.abs(Number(timestamp) - Date.now() / 1000) <= SKEW)) throw forged('too old or too new')
    const bodyHash = await sha256(body)
    if (header('-body-sha256') !== bodyHash) throw forged('the body was changed')
    const signed = text.encode(['v2', timestamp, 'POST', path, bodyHash, nonce].join('\n'))
    const key = await this.#publicKey(header('-kid'))
    const signature = fromBase64url(header(''))
    if (!key || !(await crypto.subtle.verify('Ed25519', key, signature, signed)))
      throw forged('bad signature')
  }

  /** The public key of this id. A program that must not trust the network ships the keys it accepts instead. */
  async #publicKey(kid: string): Promise<Key | undefined> {
    if (!this.#keys.has(kid)) {
      const signal = AbortSignal.timeout(this.options.timeoutMs ?? 5000)
      const response = await fetch(`${this.options.baseUrl}/.well-known/service-keys.json`, { signal })
      const { keys } = (await response.json()) as { keys: { kid: string; x: string }[] }
      for (const { kid: id, x } of keys) {
        const raw = fromBase64url(x)
        this.#keys.set(id, await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify']))
      }
    }
    return this.#keys.get(kid)
  }
}

function toError(status: number, body: Record<string, unknown>, headers: Headers): LatchkeyError {
  const { code, message } = (body.error ?? {}) as { code?: string; message?: string }
  const wait = RETRYABLE.includes(status) ? Number(headers.get('retry-after') ?? 1) : null
  return new LatchkeyError(code ?? 'INTERNAL', message ?? `HTTP ${status}`, status, wait)
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

function fromBase64url(encoded: string): Uint8Array<ArrayBuffer> {
  const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (char) => char.charCodeAt(0))
}
