import type { FileHandle } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import type { ByteRange } from './http_range.js'

/** Bytes that are read at a time: few enough that a slow reader costs little. */
const PIECE = 256 * 1024

/**
 * The bytes of a range of a file of this machine. Piped, it fills two buffers again and again: the ordinary way makes
 * garbage of the size of the file, and collecting it took longer than sending it. So pipe it only into what lets go of a
 * piece when it calls back, as a response does.
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

  /** Reads into one buffer while the other one is written; a buffer is filled again once its bytes are out. */
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

  /** The next bytes; null behind the last. @throws Error for a file that ends too early */
  async #fill(buffer: Buffer): Promise<Buffer | null> {
    const wanted = Math.min(buffer.length, this.range.end + 1 - this.#at)
    if (wanted <= 0) return null
    const { bytesRead } = await this.file.read(buffer, 0, wanted, this.#at)
    if (bytesRead === 0) throw new Error('The file is shorter than its range')
    this.#at += bytesRead
    return buffer.subarray(0, bytesRead)
  }
}

/** Whether bytes went out; false where nobody takes them any more. */
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
