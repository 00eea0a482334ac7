import { createHash } from 'node:crypto'
import { streamFile } from './stored_files.js'
import { tooLarge } from './upload.js'

/** The facts about a stored file. */
export type ReceivedFile = {
  bytes: number
  /** In hexadecimal. */
  sha256: string
  /** Further requested hashes by algorithm, in hexadecimal. */
  digests: Readonly<Record<string, string>>
  /** The first bytes, from which its type is detected. */
  head: Buffer
}

/** How many bytes the detection of the type uses. */
const HEAD_BYTES = 4096

/**
 * Streams a file to a path of the drive in constant memory, and counts and hashes it. A failure may leave a part of the
 * file: see `keptWhole`.
 * @throws Refusal BAD_REQUEST if the file exceeds `maxBytes`; the refusals of the upload; FilesUnavailable.
 */
export async function receiveFile(
  path: string,
  pieces: AsyncIterable<Buffer>,
  maxBytes: number,
  algorithms: readonly string[] = []
): Promise<ReceivedFile> {
  const hashes = ['sha256', ...algorithms].map((name) => [name, createHash(name)] as const)
  let bytes = 0
  let head = Buffer.alloc(0)
  async function* counted() {
    for await (const piece of pieces) {
      bytes += piece.length
      if (bytes > maxBytes) throw tooLarge(maxBytes)
      for (const [, hash] of hashes) hash.update(piece)
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES - head.length)])
      yield piece
    }
  }
  await streamFile(path, counted())
  const { sha256, ...digests } = Object.fromEntries(hashes.map(([name, hash]) => [name, hash.digest('hex')]))
  return { bytes, sha256, digests, head }
}
