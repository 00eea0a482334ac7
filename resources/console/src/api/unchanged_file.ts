import { Refusal } from './refusal'

/**
 * A browser lets nobody read a file that has changed on disk since it was chosen. The request would fail as if the
 * service could not be reached.
 * @throws Refusal
 */
export async function assertUnchanged(file: Blob) {
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw new Refusal(0, 'FILE_CHANGED', 'The file has changed since you chose it. Choose it again.')
    })
}
