import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js'
import { EventEmitter } from 'node:events'
import { request, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http'

/** Options as `net.request` of Electron takes them. */
type NetOptions = RequestOptions & { redirect?: 'manual' }

/** A request of Electron's `net`: it follows redirects automatically, or emits `redirect` if `redirect` is `manual`. */
class NetRequest extends EventEmitter {
  #sent: ClientRequest | null = null
  #redirected: NetOptions | null = null

  constructor(
    protected options: NetOptions,
    protected onBytes: (bytes: number) => void
  ) {
    super()
  }

  end() {
    this.#send(this.options)
  }

  /** Emits no error for the connection that it closes. */
  abort() {
    this.removeAllListeners('error').on('error', () => {})
    this.#sent?.destroy()
  }

  followRedirect() {
    this.#send(this.#redirected!)
  }

  #send(options: NetOptions) {
    this.#sent = request(options, (response) => this.#receive(options, response))
    this.#sent.on('error', (error) => this.emit('error', error))
    this.#sent.end()
  }

  #receive(options: NetOptions, response: IncomingMessage) {
    const { location } = response.headers
    if (location === undefined) {
      response.on('data', (piece: Buffer) => this.onBytes(piece.length))
      return this.emit('response', response)
    }
    response.resume()
    const { hostname, port, pathname, search } = new URL(location)
    this.#redirected = { ...options, hostname, port, path: pathname + search }
    if (options.redirect !== 'manual') return this.followRedirect()
    this.emit('redirect', response.statusCode, 'GET', location, response.headers)
  }
}

/**
 * The network layer of electron-updater, with Node.js in place of Electron. Counts the bytes of the files and feeds
 * that it receives.
 */
export class NodeNetExecutor extends ElectronHttpExecutor {
  bytes = 0
  /** The number of ranges of each request that had a Range header. */
  readonly ranges: number[] = []

  override createRequest(options: NetOptions, callback: (response: IncomingMessage) => void) {
    const headers = (options.headers ?? {}) as Record<string, string>
    const range = headers.Range ?? headers.range
    if (range) this.ranges.push(range.split(',').length)
    const sent = new NetRequest(options, (bytes) => (this.bytes += bytes))
    sent.on('response', callback)
    return sent
  }
}
