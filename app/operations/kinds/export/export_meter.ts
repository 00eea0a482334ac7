import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import type { ExportShape } from './params.js'

/**
 * Counts and hashes the bytes of an export as they pass through; for JSON it also turns the lines into an array. The
 * stream fails with the error of `room` when no room is left.
 */
export class ExportMeter extends Transform {
  #bytes = 0
  #lines = 0
  #hash = createHash('sha256')

  constructor(
    protected shape: ExportShape,
    protected room: { take: (bytes: number) => void }
  ) {
    super()
  }

  get rows() {
    return Math.max(0, this.#lines - (this.shape.format === 'csv' ? 1 : 0))
  }

  /** The row count, size and hash of the file; call this once, after the end of the stream. */
  report() {
    return { rows: this.rows, bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }

  override _transform(piece: Buffer, _encoding: string, done: (error?: Error) => void) {
    const { format, bom = false } = this.shape
    const first = this.#bytes === 0
    for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) this.#lines++
    if (format === 'json' && first) piece[0] = 91
    this.#pass(format === 'csv' && bom && first ? [Buffer.from('\ufeff'), piece] : [piece], done)
  }

  override _flush(done: (error?: Error) => void) {
    const end = this.shape.format === 'json' ? [Buffer.from(this.#bytes === 0 ? '[]\n' : ']\n')] : []
    this.#pass(end, done)
  }

  #pass(pieces: Buffer[], done: (error?: Error) => void) {
    try {
      for (const piece of pieces) {
        this.room.take(piece.length)
        this.#bytes += piece.length
        this.#hash.update(piece)
        this.push(piece)
      }
      done()
    } catch (error) {
      done(error as Error)
    }
  }
}
