import { errors, type Agent, type Dispatcher } from 'undici'
import { ANSWER_BYTES, answerText } from '#webhooks/rules/answer_text'
import type { Answer } from '#webhooks/rules/attempt_outcome'
import { AddressRefused, guardedAgent, type GuardOptions } from '#kernel/net/guarded_agent'

/** The most bytes of a response to read; the rest is not received. */
const MAX_RESPONSE = 16 * 1024

/** The posts of one process, over connections that they share. */
export default class WebhookPosts {
  #agent: Agent

  constructor(protected options: GuardOptions) {
    this.#agent = guardedAgent(options)
  }

  /** Posts once. Never throws: the result describes the failure. */
  post({ origin, pathname, search }: URL, headers: Record<string, string>, body: string): Promise<Answer> {
    return new Promise((resolve) => {
      const attempt = new Attempt(this.options.timeoutMs, resolve)
      try {
        this.#agent.dispatch({ origin, path: pathname + search, method: 'POST', headers, body }, attempt)
      } catch (error) {
        attempt.fail(error)
      }
    })
  }

  /** Closes every connection, including those with an attempt in flight. */
  close(): Promise<void> {
    return this.#agent.destroy()
  }
}

/** One attempt: it ends with a response, an error or a timeout. */
class Attempt implements Dispatcher.DispatchHandler {
  #controller?: Dispatcher.DispatchController
  #timer: NodeJS.Timeout
  #status: number | null = null
  #received = 0
  #head: Buffer[] = []
  #done = false

  constructor(
    timeoutMs: number,
    protected resolve: (answer: Answer) => void
  ) {
    this.#timer = setTimeout(() => {
      this.#end({
        responseStatus: this.#status,
        failure: `No complete response within ${timeoutMs / 1000} seconds`,
        permanent: false,
      })
    }, timeoutMs)
  }

  onRequestStart(controller: Dispatcher.DispatchController) {
    this.#controller = controller
    // The attempt timed out before there was a connection, so nothing must be sent.
    if (this.#done) controller.abort(new Error('The attempt is over'))
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number) {
    if (status >= 200) this.#status = status
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer) {
    if (this.#received < ANSWER_BYTES) this.#head.push(chunk.subarray(0, ANSWER_BYTES - this.#received))
    this.#received += chunk.length
    if (this.#received > MAX_RESPONSE) this.#end({ responseStatus: this.#status! })
  }

  onResponseEnd() {
    this.#end({ responseStatus: this.#status! }, false)
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error) {
    this.fail(error)
  }

  fail(error: unknown) {
    const permanent = error instanceof AddressRefused
    this.#end({ responseStatus: this.#status, failure: describe(error), permanent }, false)
  }

  #end(answer: Answer, abort = true) {
    if (this.#done) return
    this.#done = true
    clearTimeout(this.#timer)
    if (abort) this.#controller?.abort(new Error('The attempt is over'))
    this.resolve({ ...answer, text: this.#status === null ? null : answerText(this.#head) })
  }
}

const NETWORK_ERRORS: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was reset',
  EPIPE: 'The connection was closed',
  UND_ERR_SOCKET: 'The connection was closed before the response',
  UND_ERR_CONNECT_TIMEOUT: 'No connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'No response in time',
  UND_ERR_BODY_TIMEOUT: 'No complete response in time',
  UND_ERR_HEADERS_OVERFLOW: 'The response headers are too large',
  ETIMEDOUT: 'No connection in time',
  ENOTFOUND: 'The host name was not found',
  EAI_AGAIN: 'The host name could not be resolved',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The network cannot be reached',
}

/** The text of a network error for merchants: names its kind and never contains a library's message. */
function describe(error: unknown): string {
  if (error instanceof AddressRefused) return error.message
  if (error instanceof errors.HTTPParserError) return 'The response is not valid HTTP'
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  if (NETWORK_ERRORS[code]) return NETWORK_ERRORS[code]
  return /CERT|TLS|SSL|SIGNED/.test(code) ? `TLS: ${code}` : `Network error: ${code}`
}
