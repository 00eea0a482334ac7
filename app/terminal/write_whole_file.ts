import { createWriteStream } from 'node:fs'
import { lstat, rename } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Writes a file that has its name only once it is whole: a command that is interrupted leaves `FILE.part`, which the next
 * one overwrites. What is not a file, such as a pipe or /dev/stdout, is written as it is.
 */
export async function writeWholeFile(path: string, content: Readable | AsyncIterable<string | Buffer>) {
  const existing = await lstat(path).catch(() => null)
  if (existing && !existing.isFile()) return pipeline(content, createWriteStream(path))
  const part = `${path}.part`
  await pipeline(content, createWriteStream(part, { mode: existing?.mode }))
  await rename(part, path)
}
