import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { artifacts } from '#config/artifacts'
import { LIMITS } from './file_limits.js'
import Refusal from '#kernel/refusals/refusal'
import { anyFile, openUpload } from './upload.js'

/**
 * The SHA-256 of an upload, taken while it streams: of the file alone, because what a form puts around it
 * differs from try to try.
 */
export class UploadDigest {
  #hash = createHash('sha256')
  #state: 'unused' | 'reading' | 'whole' = 'unused'

  /** Passes an upload on, unchanged. */
  async *over(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    this.#state = 'reading'
    for await (const piece of bytes) {
      this.#hash.update(piece)
      yield piece
    }
    this.#state = 'whole'
  }

  /** In hexadecimal, to be taken once; null when nothing was streamed. An upload must have been read to its end. */
  finish(): string | null {
    if (this.#state === 'unused') return null
    if (this.#state === 'reading') throw new Error('The upload was not read to its end')
    return this.#hash.digest('hex')
  }
}

/**
 * Whether a request uploads the file that this is the hash of. Reads it to its end, or to the largest size that a
 * file may have.
 * @throws Refusal BAD_REQUEST when the upload cannot be read.
 */
export async function uploadsAgain(req: IncomingMessage, sha256: string): Promise<boolean> {
  const digest = new UploadDigest()
  const most = Math.max(LIMITS.bytes, artifacts.maxBytes)
  let size = 0
  try {
    const { bytes } = await openUpload(req, anyFile(most))
    for await (const piece of digest.over(bytes)) {
      size += piece.length
      if (size > most) return false
    }
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'NO_FILE') return false
    throw error
  }
  return digest.finish() === sha256
}
