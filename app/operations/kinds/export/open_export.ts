import type { Readable } from 'node:stream'
import type { ByteRange } from '#kernel/files/http_range'
import { openRange } from '#kernel/files/open_range'
import { openFile } from '#kernel/files/stored_files'
import type { ResultFile } from '../kind.js'

/**
 * Opens the file of a finished export, or a range of it; null after its retention period. @throws FilesUnavailable
 */
export async function openExport(
  { path }: ResultFile,
  range: ByteRange | null = null
): Promise<Readable | null> {
  if (path === null) return null
  return range ? openRange(path, range) : openFile(path)
}
