import { Readable } from 'node:stream'
import drive from '@adonisjs/drive/services/main'
import logger from '@adonisjs/core/services/logger'
import FilesUnavailable from '#kernel/refusals/files_unavailable'

/** Stores one piece of content under a path of the drive. @throws FilesUnavailable */
export async function putFile(path: string, content: string | Uint8Array) {
  try {
    await drive.use().put(path, content)
  } catch (error) {
    throw new FilesUnavailable(error)
  }
}

/**
 * Streams content to a path of the drive, in constant memory. What fails may leave a part of a file: see `keptWhole`.
 * @throws the error of the content itself; FilesUnavailable when the drive does not take it.
 */
export async function streamFile(path: string, content: AsyncIterable<Buffer>) {
  let failed: { error: unknown } | null = null
  // Not by catching what is thrown at `yield`: a drive that gives up throws its own fault in there.
  async function* watched() {
    const pieces = content[Symbol.asyncIterator]()
    try {
      for (;;) {
        const piece = await pieces.next().catch((error: unknown) => {
          failed = { error }
          throw error
        })
        if (piece.done) return
        yield piece.value
      }
    } finally {
      await pieces.return?.()
    }
  }
  const source = Readable.from(watched(), { objectMode: false })
  // Otherwise a drive that gives up aborts the stream, and reports that instead of its own fault.
  source[Symbol.asyncIterator] = () => source.iterator({ destroyOnReturn: false })
  try {
    await drive.use().putStream(path, source)
  } catch (error) {
    throw failed ? (failed as { error: unknown }).error : new FilesUnavailable(error)
  } finally {
    source.destroy()
  }
}

/** A stored file; null when it is kept no longer. @throws FilesUnavailable */
export async function openFile(path: string): Promise<Readable | null> {
  try {
    return (await drive.use().exists(path)) ? await drive.use().getStream(path) : null
  } catch (error) {
    throw new FilesUnavailable(error)
  }
}

/** Deletes everything that is stored under a folder of the drive. */
export async function deleteFolder(folder: string) {
  await drive.use().deleteAll(folder)
}

/** Runs what stores files, and discards all of them if it fails. */
export async function keptWhole<Outcome>(
  store: () => Promise<Outcome>,
  discard: () => Promise<void>
): Promise<Outcome> {
  try {
    return await store()
  } catch (error) {
    await discarded(discard)
    throw error
  }
}

/** Discards what was refused. Where the drive fails, the next cleaning does it. */
export async function discarded(discard: () => Promise<void>) {
  try {
    await discard()
  } catch (error) {
    logger.warn({ err: error }, 'a refused upload could not be deleted')
  }
}
