import type { FileHandle } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import type { ByteRange } from './http_range.js'

/** Bytes per read: so few that a slow reader costs little memory. */
const PIECE = 256 * 1024

/**
 * Streams a range of a local file. When piped, it reuses two buffers: the default implementation allocates as much
 * memory as the file is large, and collecting that garbage took longer than sending the file. Therefore pipe it only
 * into streams that no longer use a chunk after its write callback, as a response does.
 */
export class FileRange extends Readable {
  #at: number

  constructor(
    protected file: FileHandle,
    protected range: ByteRange
  ) {
    super({ highWaterMark: PIECE })
    this.#at = range.start
  }

  override pipe<To extends NodeJS.WritableStream>(to: To): To {
    this.#pour(to as unknown as Writable).catch((error: Error) => this.destroy(error))
    return to
  }

  override _read() {
    this.#fill(Buffer.allocUnsafe(PIECE)).then(
      (piece) => this.push(piece),
      (error: Error) => this.destroy(error)
    )
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.file.close().then(
      () => done(error),
      (problem: Error) => done(error ?? problem)
    )
  }

  /** Reads into one buffer while the other is being written; a buffer is reused once its bytes are written. */
  async #pour(to: Writable) {
    let [buffer, other] = [Buffer.allocUnsafe(PIECE), Buffer.allocUnsafe(PIECE)]
    let sent = Promise.resolve(true)
    for (;;) {
      const piece = await this.#fill(buffer)
      if (!(await sent)) return
      if (!piece) break
      sent = written(to, piece)
      ;[buffer, other] = [other, buffer]
    }
    to.end()
    this.emit('end')
    this.destroy()
  }

  /**
   * The next bytes; null after the last.
   * @throws Error if the file ends too early
   */
  async #fill(buffer: Buffer): Promise<Buffer | null> {
    const wanted = Math.min(buffer.length, this.range.end + 1 - this.#at)
    if (wanted <= 0) return null
    const { bytesRead } = await this.file.read(buffer, 0, wanted, this.#at)
    if (bytesRead === 0) throw new Error('The file is shorter than its range')
    this.#at += bytesRead
    return buffer.subarray(0, bytesRead)
  }
}

/** Resolves to true when the bytes are written, and to false if the stream fails or closes. */
function written(to: Writable, piece: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    const closed = () => resolve(false)
    to.once('close', closed)
    to.write(piece, (error) => {
      to.off('close', closed)
      resolve(!error)
    })
  })
}
