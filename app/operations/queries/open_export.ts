import drive from '@adonisjs/drive/services/main'
import type { Readable } from 'node:stream'
import FilesUnavailable from '#kernel/refusals/files_unavailable'
import type { OperationRow } from './find_operation.js'

/** The file of a finished export; null when it is kept no longer. @throws FilesUnavailable */
export async function openExport({ result }: OperationRow): Promise<Readable | null> {
  const file = result?.file as string | undefined
  if (!file) return null
  try {
    return (await drive.use().exists(file)) ? await drive.use().getStream(file) : null
  } catch (error) {
    throw new FilesUnavailable(error)
  }
}
