import { Readable } from 'node:stream'
import drive from '@adonisjs/drive/services/main'
import logger from '@adonisjs/core/services/logger'
import FilesUnavailable from '#kernel/refusals/files_unavailable'

/**
 * Stores content at a path of the drive.
 * @throws FilesUnavailable
 */
export async function putFile(path: string, content: string | Uint8Array) {
  try {
    await drive.use().put(path, content)
  } catch (error) {
    throw new FilesUnavailable(error)
  }
}

/**
 * Streams content to a path of the drive, in constant memory. A failure may leave a part of a file: see `keptWhole`.
 * @throws the error of the content itself; FilesUnavailable if the drive fails.
 */
export async function streamFile(path: string, content: AsyncIterable<Buffer>) {
  let failed: { error: unknown } | null = null
  // Do not catch errors at `yield` for this: a drive that gives up throws its own error there.
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
  const source = outlivesItsReader(Readable.from(watched(), { objectMode: false }))
  try {
    await drive.use().putStream(path, source)
  } catch (error) {
    throw failed ? (failed as { error: unknown }).error : new FilesUnavailable(error)
  } finally {
    source.destroy()
  }
}

/**
 * Keeps a stream open when a drive stops reading it. Otherwise a drive that gives up aborts the stream, and then reports
 * the abort instead of its own error.
 */
export function outlivesItsReader<Source extends Readable>(source: Source): Source {
  source[Symbol.asyncIterator] = () => source.iterator({ destroyOnReturn: false })
  return source
}

/**
 * Opens a stored file; null if it no longer exists.
 * @throws FilesUnavailable
 */
export async function openFile(path: string): Promise<Readable | null> {
  try {
    return (await drive.use().exists(path)) ? await drive.use().getStream(path) : null
  } catch (error) {
    throw new FilesUnavailable(error)
  }
}

/** Deletes everything under a folder of the drive. */
export async function deleteFolder(folder: string) {
  await drive.use().deleteAll(folder)
}

/** Runs `store`, which stores files, and discards all of them if it fails. */
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

/** Discards refused files. If the drive fails, the next cleanup deletes them. */
export async function discarded(discard: () => Promise<void>) {
  try {
    await discard()
  } catch (error) {
    logger.warn({ err: error }, 'a refused upload could not be deleted')
  }
}
