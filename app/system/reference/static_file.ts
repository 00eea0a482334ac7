import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import app from '@adonisjs/core/services/app'
import { kept } from '#kernel/batching/kept'

/** A file that does not change while the process runs, compressed once. */
export type StaticFile = {
  /** The hash for the ETag. Both forms share it, so the ETag is weak. */
  tag: string
  gzipped: Buffer
  plain: () => Promise<Buffer>
}

const compress = promisify(gzip)
const expand = promisify(gunzip)

/** Reads a project file on first use. A file whose name ends with `.gz` is kept as stored. */
export function staticFile(path: string): () => Promise<StaticFile> {
  return kept(async () => {
    const stored = await readFile(app.makePath(path))
    const gzipped = path.endsWith('.gz') ? stored : await compress(stored)
    // Requests for these files count in no rate limit, so the file is expanded only once.
    const plain = gzipped === stored ? kept(() => expand(stored)) : () => Promise.resolve(stored)
    return { tag: `"${hash('sha256', stored, 'base64url')}"`, gzipped, plain }
  })
}
