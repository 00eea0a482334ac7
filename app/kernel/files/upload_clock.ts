import type { IncomingMessage } from 'node:http'
import Refusal from '#kernel/refusals/refusal'

/** How long an upload may be silent, and how long it may take in total. Milliseconds (contract/01-changes#bounds). */
const UPLOAD_TIMES = { idle: 30_000, total: 3_600_000 }
export type UploadTimes = typeof UPLOAD_TIMES

/** How long the connection of a refused upload stays open, so that the response can be sent. Milliseconds. */
const FAREWELL = 5000

/**
 * Ends an upload whose client has stopped sending. Only the time spent waiting for bytes counts as silence: a slow disk
 * on this side is not the client's fault.
 */
export class UploadClock {
  #begun = performance.now()

  constructor(
    protected req: IncomingMessage,
    protected times: UploadTimes = UPLOAD_TIMES
  ) {}

  /**
   * Waits for a promise of bytes.
   * @throws Refusal BAD_REQUEST if they do not arrive in time.
   */
  async waitFor<Outcome>(bytes: Promise<Outcome>): Promise<Outcome> {
    // After the upload is given up, nothing awaits this promise, and it rejects later when the connection closes.
    bytes.catch(() => {})
    if (performance.now() - this.#begun > this.times.total) throw this.#end(tooLong(this.times.total))
    const { promise: stalled, reject } = Promise.withResolvers<never>()
    const { socket } = this.req
    let seen = socket.bytesRead
    let since = performance.now()
    const timer = setInterval(() => {
      const now = performance.now()
      if (now - this.#begun > this.times.total) reject(this.#end(tooLong(this.times.total)))
      else if (socket.bytesRead !== seen) [seen, since] = [socket.bytesRead, now]
      else if (now - since > this.times.idle) reject(this.#end(silent(this.times.idle)))
    }, this.times.idle / 20)
    try {
      return await Promise.race([bytes, stalled])
    } finally {
      clearInterval(timer)
    }
  }

  #end(message: string): Refusal {
    setTimeout(() => {
      // If the rest came after all, the connection may carry somebody's next request.
      if (!this.req.complete) this.req.destroy()
    }, FAREWELL).unref()
    return new Refusal('BAD_REQUEST', { message })
  }
}

function silent(ms: number) {
  return `The upload sent no data for ${seconds(ms)}: send the file again`
}

function tooLong(ms: number) {
  return `The upload took longer than ${seconds(ms)}: send the file in parts, or over a faster connection`
}

function seconds(ms: number) {
  return ms >= 120_000 ? `${Math.round(ms / 60_000)} minutes` : `${ms / 1000} seconds`
}
