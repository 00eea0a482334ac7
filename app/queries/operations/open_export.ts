import drive from '@adonisjs/drive/services/main'
import type { Readable } from 'node:stream'
import type { OperationRow } from './find_operation.js'

/** The file of a finished export; null when it is kept no longer. */
export async function openExport({ result }: OperationRow): Promise<Readable | null> {
  const file = result?.file as string | undefined
  if (!file || !(await drive.use().exists(file))) return null
  return drive.use().getStream(file)
}
