import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

/** A file of built pages, in all forms in which it is sent. */
export type BuiltFile = {
  type: string
  /** The hash for the ETag. All forms share it, so the ETag is weak. */
  tag: string
  /** Whether its name changes with its content. */
  immutable: boolean
  plain: Buffer
  br?: Buffer
  gzip?: Buffer
}

/** The page for every path without a file. */
const PAGE = 'index.html'

/** The folder of files that never change. */
const ASSETS = 'assets/'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/**
 * Reads the built pages of the console or the portal into memory (about one MB), by path below the folder, without
 * the build's own notes.
 * @throws ENOENT if there is no folder, an error if it has no index page.
 */
export async function readBuild(folder: string): Promise<Map<string, BuiltFile>> {
  const all = await readdir(folder, { recursive: true })
  const served = all.filter((path) => extname(path) in TYPES)
  const there = new Set(all)
  const packed = (path: string) => (there.has(path) ? readFile(join(folder, path)) : undefined)
  const read = served.map(async (path) => {
    const [plain, br, gzip] = await Promise.all([
      readFile(join(folder, path)),
      packed(`${path}.br`),
      packed(`${path}.gz`),
    ])
    const file: BuiltFile = {
      type: TYPES[extname(path)],
      tag: `"${hash('sha256', plain, 'base64url')}"`,
      immutable: path.startsWith(ASSETS),
      plain,
      br,
      gzip,
    }
    return [path, file] as const
  })
  const files = new Map(await Promise.all(read))
  if (!files.has(PAGE)) throw new Error(`${folder} has no ${PAGE}`)
  return files
}

/**
 * The file for a path below the root of the pages, or null. A path that looks like a file gets that file or null, so
 * that a missing script is never answered with a page; every other path gets the page.
 */
export function builtFileFor(files: Map<string, BuiltFile>, path: string): BuiltFile | null {
  const named = path.startsWith(ASSETS) || path.slice(path.lastIndexOf('/') + 1).includes('.')
  return files.get(named ? path : PAGE) ?? null
}
