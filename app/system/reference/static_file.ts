import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import app from '@adonisjs/core/services/app'
import { kept } from '#kernel/batching/kept'

/** A file that does not change while the process lives, compressed once. */
export type StaticFile = {
  /** The ETag of both forms, which makes it a weak one. */
  tag: string
  gzipped: Buffer
  plain: () => Promise<Buffer>
}

const compress = promisify(gzip)
const expand = promisify(gunzip)

/** Reads a file of the project when it is first asked for. One whose name ends with `.gz` is kept as it is. */
export function staticFile(path: string): () => Promise<StaticFile> {
  return kept(async () => {
    const stored = await readFile(app.makePath(path))
    const gzipped = path.endsWith('.gz') ? stored : await compress(stored)
    // Nobody is counted who asks for it, so it is expanded once.
    const plain = gzipped === stored ? kept(() => expand(stored)) : () => Promise.resolve(stored)
    return { tag: `"${hash('sha256', stored, 'base64url')}"`, gzipped, plain }
  })
}
