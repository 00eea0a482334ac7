import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import drive from '@adonisjs/drive/services/main'
import { filesFolder } from '#config/drive'
import FilesUnavailable from '#kernel/refusals/files_unavailable'
import { FileRange } from './file_range.js'
import type { ByteRange } from './http_range.js'

/** A disk that can read from the middle of a file. */
type RangedDisk = { getRange: (path: string, range: ByteRange) => Promise<Readable | null> }

/**
 * Opens a range of a stored file without reading the bytes before it; null if the file no longer exists.
 * @throws FilesUnavailable
 */
export async function openRange(path: string, range: ByteRange): Promise<Readable | null> {
  const { driver } = drive.use()
  try {
    return 'getRange' in driver
      ? await (driver as unknown as RangedDisk).getRange(path, range)
      : new FileRange(await open(join(filesFolder, path)), range)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw new FilesUnavailable(error)
  }
}
