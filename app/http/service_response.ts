import { bodies } from '#config/bodies'
import { readiness } from './readiness.js'
import { ServerResponse, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'

/**
 * Headers of every answer that does not say otherwise: most of them hold secrets, tokens or what only the caller may
 * see, and none is anything else than its content type says.
 */
const common: OutgoingHttpHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** The challenge to a caller without a valid credential (RFC 9110, 11.6.1). */
const CHALLENGE = 'Bearer realm="latchkey"'

/** Adds headers to every answer of this process; undefined takes one away again. */
export function setCommonHeaders(headers: OutgoingHttpHeaders) {
  Object.assign(common, headers)
  for (const [name, value] of Object.entries(common)) if (value === undefined) delete common[name]
}

/** Answers with the headers that sign a response; `body` is the bytes that go out. It does not throw. */
export type Seal = (body: string | Uint8Array, status: number) => OutgoingHttpHeaders

/**
 * The response under the framework. Headers that every answer has are collected here and written together with
 * the framework's, because to set them on the response one by one costs a runtime call more than its decision.
 * The head of an answer that is to be signed is held back until its body is known.
 */
export default class ServiceResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  /** Headers of this service's own, by name; those of the answer go before them. */
  readonly own: OutgoingHttpHeaders = { ...common }

  #seal: Seal | null = null
  #head: [status: number, headers?: OutgoingHttpHeaders] | null = null

  /** Has this response signed. One that is streamed goes out before its bytes are known, and stays unsigned. */
  sealWith(seal: Seal) {
    this.#seal = seal
  }

  override writeHead(status: number, headers?: unknown): this {
    const given = headers as OutgoingHttpHeaders | undefined
    if (this.#seal) {
      this.#head = [status, given]
      return this
    }
    // The next request finds another process.
    if (readiness() === 'stopping') this.shouldKeepAlive = false
    if (status === 401) this.own['www-authenticate'] = CHALLENGE
    for (const name of this.getHeaderNames()) delete this.own[name]
    return super.writeHead(status, Object.assign(this.own, given))
  }

  override flushHeaders() {
    this.#release()
    super.flushHeaders()
  }

  override write(...args: unknown[]): boolean {
    this.#release()
    return super.write(...(args as Parameters<ServerResponse['write']>))
  }

  override end(...args: unknown[]): this {
    const [body] = args
    // In answer to HEAD no bytes go out.
    if (this.#seal && isWhole(body)) {
      const status = this.#head?.[0] ?? this.statusCode
      Object.assign(this.own, this.#seal(this.req.method === 'HEAD' ? '' : (body ?? ''), status))
    }
    this.#release()
    if (!this.req.complete) this.#boundLeftover()
    return super.end(...(args as Parameters<ServerResponse['end']>))
  }

  /**
   * Node.js throws away what still comes in of a body after its answer, so that the client gets the answer instead of
   * a reset connection. Somebody who sends it slowly, or never, must not keep the connection by that.
   */
  #boundLeftover() {
    const { req } = this
    const timer = setTimeout(() => req.destroy(), bodies.leftover)
    timer.unref()
    req.once('close', () => clearTimeout(timer))
  }

  #release() {
    this.#seal = null
    if (!this.#head) return
    const [status, headers] = this.#head
    this.#head = null
    this.writeHead(status, headers)
  }
}

function isWhole(body: unknown): body is string | Uint8Array | null | undefined {
  return typeof body === 'string' || body instanceof Uint8Array || body === undefined || body === null
}

/** The service's own headers of a response that came through `createHttpServer`. */
export function ownHeaders(response: ServerResponse): OutgoingHttpHeaders {
  return (response as ServiceResponse).own
}
