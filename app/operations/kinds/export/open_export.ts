import type { Readable } from 'node:stream'
import { openFile } from '#kernel/files/stored_files'
import type { ResultFile } from '../kind.js'

/** The file of a finished export; null when it is kept no longer. @throws FilesUnavailable */
export async function openExport({ path }: ResultFile): Promise<Readable | null> {
  return path === null ? null : openFile(path)
}
