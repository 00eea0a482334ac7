import { redirectOf } from '../core/answers.js'
import type { Bytes } from '../core/bytes.js'
import type { Clock } from '../core/clock.js'
import type { Outcome } from '../core/retry.js'
import { retryAfterOf } from '../core/retry_after.js'
import { LatchkeyError, type FieldError } from '../errors.js'
import type { Exchange } from './exchange.js'
import { KeyRing, type ListedKey } from './key_ring.js'
import { newSalt, nonceOf, type Bound } from './nonces.js'
import { isSignedBy, signatureOf, strangeness, type Signature } from './signed_answer.js'
import type { RequestSigner } from './signed_request.js'
import { skewNow, skewOf, type Skew } from './skew.js'

export const AUTHORIZE = '/v1/licenses/authorize'
export const RELEASE = '/v1/licenses/release'
const KEY_SET = '/.well-known/service-keys.json'

/** An answer that the service has signed for exactly this call. */
export type Answer = {
  body: Record<string, unknown>
  /** The body exactly as received. */
  text: string
  signature: Signature
  /** The salt of the call's nonce. */
  salt: string
}

type Envelope = { code?: string; message?: string; details?: FieldError[] }

/** Signed calls of a program, with verification of the answers. */
export class RuntimeCalls {
  readonly keys: KeyRing
  #skew: Skew | null = null

  constructor(
    protected exchange: Exchange,
    protected signer: RequestSigner,
    protected apiKey: string,
    protected clock: Clock,
    publicKeys: string[]
  ) {
    this.keys = new KeyRing(publicKeys, clock, () => this.#keySet())
  }

  /** What is known about this machine's clock since the last signed answer; null until there is one. */
  get skew(): Skew | null {
    if (this.#skew) this.#skew = skewNow(this.#skew, this.clock)
    return this.#skew
  }

  /** Milliseconds by which the service's clock is ahead of this machine's; 0 until an answer has arrived. */
  get offset(): number {
    return this.skew?.offset ?? 0
  }

  /** One attempt of a call. `bound` is the license and device for which its answer is valid. */
  async call(path: string, body: object, bound: Bound, signal?: AbortSignal): Promise<Outcome<Answer>> {
    try {
      return await this.#call(path, JSON.stringify(body), bound, signal)
    } catch (error) {
      if (!(error instanceof LatchkeyError)) throw error
      return { error, asked: null }
    }
  }

  async #call(path: string, body: string, bound: Bound, signal?: AbortSignal): Promise<Outcome<Answer>> {
    const salt = newSalt()
    const nonce = await nonceOf(salt, bound)
    const seconds = Math.floor((this.clock.now() + this.offset) / 1000)
    const headers = {
      'content-type': 'application/json',
      'x-api-key': this.apiKey,
      'x-svc-response-nonce': nonce,
      ...(await this.signer.headers(path, body, nonce, seconds)),
    }
    const { response, bytes } = await this.exchange.send(path, { method: 'POST', headers, body }, signal)
    const asked = retryAfterOf(response.headers, this.clock.now())
    const signature = signatureOf(response.headers)
    if (signature.value === '' && isProxied(response)) {
      return { error: notTheService(response, asked), asked }
    }
    await this.#verify(path, nonce, response.status, signature, bytes, signal)
    const text = new TextDecoder().decode(bytes)
    const parsed = JSON.parse(text) as Record<string, unknown>
    if (response.ok || parsed.allow === false) return { value: { body: parsed, text, signature, salt } }
    return { error: refusal(response, parsed.error as Envelope, asked), asked }
  }

  /** Refuses an answer that the service did not sign for this call; learns the clock offset from one that it did. */
  async #verify(
    path: string,
    nonce: string,
    status: number,
    signature: Signature,
    body: Bytes,
    signal?: AbortSignal
  ) {
    const forged = (why: string) => new LatchkeyError('FORGED_RESPONSE', why, { status })
    const strange = await strangeness(signature, nonce, body)
    if (strange) throw forged(strange)
    const signedAt = Number(signature.timestamp) * 1000
    const found = await this.keys.find(signature.kid, signedAt, signal)
    if ('refused' in found) throw forged(found.refused)
    if (!(await isSignedBy(found.key, path, signature))) throw forged('bad signature')
    this.#skew = skewOf(signedAt, this.clock)
  }

  async #keySet(): Promise<ListedKey[]> {
    const { response, bytes } = await this.exchange.send(KEY_SET, { cache: 'no-cache' })
    const { keys } = parsedObject(bytes) as { keys?: ListedKey[] }
    if (response.ok && Array.isArray(keys)) return keys
    const retryAfter = retryAfterOf(response.headers, this.clock.now())
    const message = `The key set cannot be read: HTTP ${response.status}`
    throw new LatchkeyError('UNREACHABLE', message, { status: response.status, retryAfter })
  }
}

function isProxied(response: Response): boolean {
  const { status, headers } = response
  const isHtml = /html/i.test(headers.get('content-type') ?? '')
  const isRedirect = (status >= 300 && status < 400) || redirectOf(response) !== null
  return status === 429 || status >= 500 || isHtml || isRedirect
}

function notTheService(response: Response, retryAfter: number | null): LatchkeyError {
  const { status } = response
  const redirect = redirectOf(response)
  const message = `Not the license server answered, with ${redirect ? `${redirect}: check baseUrl` : `HTTP ${status}`}`
  return new LatchkeyError('UNREACHABLE', message, { status, retryAfter })
}

function refusal(
  { status, headers }: Response,
  error: Envelope = {},
  retryAfter: number | null
): LatchkeyError {
  const { code = 'INTERNAL', message = `HTTP ${status}`, details } = error
  const requestId = headers.get('x-request-id')
  return new LatchkeyError(code, message, { status, requestId, details, retryAfter })
}

function parsedObject(bytes: Bytes): object {
  try {
    return Object(JSON.parse(new TextDecoder().decode(bytes))) as object
  } catch {
    return {}
  }
}
