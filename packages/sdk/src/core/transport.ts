import { hasNoBytes, readData, readRefusal, unreachable } from './answers.js'
import { systemClock, type Clock } from './clock.js'
import { NO_CREDENTIAL, type Credential } from './credentials.js'
import { deadline } from './deadline.js'
import { retried, RETRIES, type Outcome, type Retries } from './retry.js'
import { searchOf, type Query } from './query.js'

export type TransportOptions = Partial<Retries> & {
  /** The URL of the service, such as `https://licenses.example.com`. */
  baseUrl: string
  /** The timeout of one attempt in milliseconds; 30,000 by default. */
  timeoutMs?: number
  fetch?: typeof fetch
  clock?: Clock
  /** Returns a number from 0 to 1, to spread retries; `Math.random` by default. */
  random?: () => number
}

export type CallOptions = {
  signal?: AbortSignal
  /** The key of a write, the same in all its attempts: `[A-Za-z0-9_-]{8,128}`, random by default. */
  idempotencyKey?: string
  /** The timeout of one attempt in milliseconds. */
  timeoutMs?: number
  headers?: Record<string, string>
}

type Content = RequestInit['body']
export type Body = {
  type: string
  /** Creates the content for each attempt. */
  content: () => Content | Promise<Content>
  /** Called after a successful response: the whole body has arrived. */
  arrived?: () => void
  /** The error of a source that could not be read, which is no failure of the service; null if it was not that. */
  broken?: (failure: unknown) => { error: unknown } | null
}
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Call = CallOptions & {
  method: Method
  path: string
  query?: Query
  body?: Body
  attempts?: number
}

type Streams = { streams?: boolean }
type Read<Value> = (response: Response) => Promise<Outcome<Value>>

const TIMEOUT = 30_000
/** The routes that take an Idempotency-Key (interface#56-idempotency). */
const IDEMPOTENT = /^\/(?:v1\/(?:dashboard|products|end-users|enduser(?!\/auth\/))(?:\/|$)|api\/(?!auth\/))/

/** Sends calls with retries. All attempts of a write use one Idempotency-Key. */
export class Transport {
  readonly clock: Clock
  readonly random: () => number
  #options: TransportOptions
  #baseUrl: string
  #credential: Credential

  constructor(options: TransportOptions, credential = NO_CREDENTIAL) {
    this.#options = options
    this.#baseUrl = options.baseUrl.replace(/\/+$/, '')
    this.#credential = credential
    this.clock = options.clock ?? systemClock
    this.random = options.random ?? Math.random
  }

  /** The data of the response. @throws LatchkeyError; the reason of the signal once it aborts */
  data<Data>(call: Call): Promise<Data> {
    return this.#repeated(
      call,
      async (response) => readData(response, await response.text(), call.method, call.path) as Outcome<Data>
    )
  }

  /**
   * The response itself, so that its body can be read as a stream. A conditional or resumed download can also answer
   * 304 or 416: then there is nothing to read. @throws as `data`
   */
  open(call: Call): Promise<Response> {
    return this.#repeated({ ...call, streams: true }, (response) => Promise.resolve({ value: response }))
  }

  #repeated<Value>(call: Call & Streams, read: Read<Value>): Promise<Value> {
    const writes = call.method !== 'GET'
    const headers: Record<string, string> = { accept: 'application/json', ...call.headers }
    if (call.body) headers['content-type'] = call.body.type
    if (writes) headers['idempotency-key'] = call.idempotencyKey ?? crypto.randomUUID()
    let shown = {}
    const attempt = () => {
      shown = this.#credential.headers()
      return this.#try(call, { ...headers, ...shown }, read)
    }
    return retried(attempt, {
      ...RETRIES,
      ...defined(this.#options),
      ...(call.attempts === undefined ? {} : { attempts: call.attempts }),
      clock: this.clock,
      random: this.random,
      signal: call.signal,
      refresh: async () => (await this.#credential.renew?.(shown)) ?? false,
      repeatable: !writes || IDEMPOTENT.test(call.path),
    })
  }

  async #try<Value>(
    {
      method,
      path,
      query,
      body,
      signal,
      timeoutMs = this.#options.timeoutMs ?? TIMEOUT,
      streams,
    }: Call & Streams,
    headers: Record<string, string>,
    read: Read<Value>
  ): Promise<Outcome<Value>> {
    const content = await body?.content()
    const limit = deadline(timeoutMs, signal)
    const send = this.#options.fetch ?? fetch
    try {
      const response = await send(this.#baseUrl + path + searchOf(query), {
        method,
        headers,
        body: content,
        signal: limit.signal,
        redirect: 'manual',
        // A streamed body needs `duplex`, which not every type of `RequestInit` includes.
        ...({ duplex: 'half' } as object),
      })
      if (response.ok) {
        body?.arrived?.()
        return await read(response)
      }
      if (streams && hasNoBytes(response)) return await read(response)
      return readRefusal(response, await response.text(), this.clock.now())
    } catch (error) {
      signal?.throwIfAborted()
      const broken = body?.broken?.(error)
      if (broken) throw broken.error
      return unreachable(limit.isOver() ? limit.signal.reason : error)
    } finally {
      // The caller's signal can still abort the reading of the stream.
      if (streams) limit.stop()
      else limit.close()
    }
  }
}

/** An object without its undefined fields, so that they do not override defaults. */
function defined<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields
}
