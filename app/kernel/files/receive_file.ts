import { createHash } from 'node:crypto'
import { streamFile } from './stored_files.js'
import { tooLarge } from './upload.js'

/** What is known of a file once it is stored. */
export type ReceivedFile = {
  bytes: number
  /** In hexadecimal. */
  sha256: string
  /** Further hashes that were asked for, by their algorithms, in hexadecimal. */
  digests: Readonly<Record<string, string>>
  /** Its first bytes, by which its type is known. */
  head: Buffer
}

/** Bytes from which the type of a file is known. */
const HEAD_BYTES = 4096

/**
 * Streams a file to a path of the drive and counts and hashes it on the way, in constant memory. What fails may leave a
 * part of it: see `keptWhole`.
 * @throws Refusal BAD_REQUEST for more than `maxBytes`; those of the upload; FilesUnavailable.
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
