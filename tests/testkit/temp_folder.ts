import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An empty folder, which is removed with its files when the result is disposed of. */
export async function tempFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'latchkey-files-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}
