import { discardLeftover } from './leftover.js'
import { readiness } from './readiness.js'
import { ServerResponse, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'

/**
 * Headers of every response that does not override them: most responses hold secrets, tokens or data for the caller
 * alone, and the content type is always exact.
 */
const common: OutgoingHttpHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** The challenge to a caller without a valid credential (RFC 9110, 11.6.1). */
const CHALLENGE = 'Bearer realm="latchkey"'

/** Adds headers to every response of this process; undefined removes one. */
export function setCommonHeaders(headers: OutgoingHttpHeaders) {
  Object.assign(common, headers)
  for (const [name, value] of Object.entries(common)) if (value === undefined) delete common[name]
}

/** The headers of every response of this process, for one that is written without a `ServiceResponse`. */
export function commonHeaders(): OutgoingHttpHeaders {
  return { ...common }
}

/** Returns the signature headers of a response; `body` is the bytes that are sent. It does not throw. */
export type Seal = (body: string | Uint8Array, status: number) => OutgoingHttpHeaders

/**
 * The response object below the framework. It collects the headers that every response has and writes them together
 * with the framework's: setting them one by one would cost a runtime call more than its decision. The head of a
 * response that is to be signed is held back until the body is known.
 */
export default class ServiceResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  /** The service's own headers, by name; headers of the individual response override them. */
  readonly own: OutgoingHttpHeaders = { ...common }

  /** True while the client waits for `100 Continue` before it sends its body. */
  #withheld = false
  #seal: Seal | null = null
  #head: [status: number, headers?: OutgoingHttpHeaders] | null = null

  /** Signs this response. A streamed response starts before its bytes are known and stays unsigned. */
  sealWith(seal: Seal) {
    this.#seal = seal
  }

  /**
   * Lets a client that sent `Expect: 100-continue` send its body once something reads it. A client that is refused before
   * that keeps its body, however large it is; Node.js then closes the connection.
   */
  continueWhenRead() {
    const { req } = this
    const read = req._read.bind(req)
    this.#withheld = true
    req._read = (size) => {
      req._read = read
      if (!this.headersSent) this.#admitBody()
      read(size)
    }
  }

  #admitBody() {
    if (this.#withheld) this.writeContinue()
    this.#withheld = false
  }

  override writeHead(status: number, headers?: unknown): this {
    const given = headers as OutgoingHttpHeaders | undefined
    if (this.#seal) {
      this.#head = [status, given]
      return this
    }
    // A client that did not wait gets its response although it is still sending.
    if (this.req.readableLength > 0) this.#admitBody()
    // The client's next request goes to another process.
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
    // A response to HEAD has no bytes.
    if (this.#seal && isWhole(body)) {
      const status = this.#head?.[0] ?? this.statusCode
      Object.assign(this.own, this.#seal(this.req.method === 'HEAD' ? '' : (body ?? ''), status))
    }
    this.#release()
    if (!this.req.complete) discardLeftover(this.req)
    return super.end(...(args as Parameters<ServerResponse['end']>))
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

/** The service's own headers of a response that was created by `createHttpServer`. */
export function ownHeaders(response: ServerResponse): OutgoingHttpHeaders {
  return (response as ServiceResponse).own
}
