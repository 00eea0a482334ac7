import { Transform, type TransformCallback } from 'node:stream'
import type { ByteRange } from './http_range.js'

/** Lets the bytes of a range through, and ends behind its last one. */
export class ByteSlice extends Transform {
  #at = 0

  constructor(protected range: ByteRange) {
    super()
  }

  override _transform(piece: Buffer, _encoding: string, done: TransformCallback) {
    const from = Math.max(0, this.range.start - this.#at)
    const to = Math.min(piece.length, this.range.end + 1 - this.#at)
    this.#at += piece.length
    if (from < to) this.push(piece.subarray(from, to))
    if (this.#at > this.range.end) this.push(null)
    done()
  }
}
