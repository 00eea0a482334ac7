import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { artifacts } from '#config/artifacts'
import { LIMITS } from './file_limits.js'
import Refusal from '#kernel/refusals/refusal'
import { anyFile, openUpload } from './upload.js'

/**
 * Computes the SHA-256 of an upload while it streams. It hashes only the file, because the form around it differs
 * between attempts.
 */
export class UploadDigest {
  #hash = createHash('sha256')
  #state: 'unused' | 'reading' | 'whole' = 'unused'

  /** Passes an upload through unchanged. */
  async *over(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    this.#state = 'reading'
    for await (const piece of bytes) {
      this.#hash.update(piece)
      yield piece
    }
    this.#state = 'whole'
  }

  /** Returns the hash in hexadecimal, only once; null if nothing was streamed. Read the upload to its end first. */
  finish(): string | null {
    if (this.#state === 'unused') return null
    if (this.#state === 'reading') throw new Error('The upload was not read to its end')
    return this.#hash.digest('hex')
  }
}

/**
 * Returns true if a request uploads the file that has this hash. It reads the file to its end, or up to the largest
 * size that a file may have.
 * @throws Refusal BAD_REQUEST if the upload cannot be read.
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
