import type { Bytes } from '../core/bytes.js'
import { unreachable } from '../core/answers.js'
import { deadline } from '../core/deadline.js'

export type ExchangeOptions = {
  /** The URL of the service, such as `https://licenses.example.com`. */
  baseUrl: string
  /** The timeout of one attempt in milliseconds; 5000 by default. */
  timeoutMs?: number
  fetch?: typeof fetch
}

const TIMEOUT = 5000

/** Sends a request and reads the bytes of its response. Redirects are not followed: they would get the API key. */
export class Exchange {
  #options: ExchangeOptions
  #baseUrl: string

  constructor(options: ExchangeOptions) {
    this.#options = options
    this.#baseUrl = options.baseUrl.replace(/\/+$/, '')
  }

  /** @throws LatchkeyError UNREACHABLE; the reason of the signal once it aborts */
  async send(
    path: string,
    init: RequestInit,
    signal?: AbortSignal
  ): Promise<{ response: Response; bytes: Bytes }> {
    const limit = deadline(this.#options.timeoutMs ?? TIMEOUT, signal)
    const send = this.#options.fetch ?? fetch
    try {
      const response = await send(this.#baseUrl + path, {
        ...init,
        signal: limit.signal,
        redirect: 'manual',
      })
      return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
    } catch (cause) {
      signal?.throwIfAborted()
      throw unreachable(limit.isOver() ? limit.signal.reason : cause).error
    } finally {
      limit.close()
    }
  }
}
