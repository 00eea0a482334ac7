import drive from '@adonisjs/drive/services/main'
import type { Readable } from 'node:stream'
import FilesUnavailable from '#kernel/refusals/files_unavailable'
import type { ResultFile } from '../kind.js'

/** The file of a finished export; null when it is kept no longer. @throws FilesUnavailable */
export async function openExport({ path }: ResultFile): Promise<Readable | null> {
  if (path === null) return null
  try {
    return (await drive.use().exists(path)) ? await drive.use().getStream(path) : null
  } catch (error) {
    throw new FilesUnavailable(error)
  }
}
