import { ServerResponse, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'

/** Answers with the headers that sign a response; `body` is the bytes that go out. It does not throw. */
export type Seal = (body: string | Uint8Array) => OutgoingHttpHeaders

/**
 * The response under the framework. Headers that every answer has are collected here and written together with
 * the framework's, because to set them on the response one by one costs a runtime call more than its decision.
 * The head of an answer that is to be signed is held back until its body is known.
 */
export default class ServiceResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  /** Headers of this service's own, by name. */
  readonly own: OutgoingHttpHeaders = {}

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
      Object.assign(this.own, this.#seal(this.req.method === 'HEAD' ? '' : (body ?? '')))
    }
    this.#release()
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

/** Where headers of this service's own are put, of a response that came through `createHttpServer`. */
export function ownHeaders(response: ServerResponse): OutgoingHttpHeaders {
  return (response as ServiceResponse).own
}
