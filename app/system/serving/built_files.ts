import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

/** A file of built pages, in the forms in which it is sent. */
export type BuiltFile = {
  type: string
  /** The ETag of all forms, which makes it a weak one. */
  tag: string
  /** Whether its name changes with its content. */
  immutable: boolean
  plain: Buffer
  br?: Buffer
  gzip?: Buffer
}

/** The page that every address without a file gets. */
const PAGE = 'index.html'

/** Where the build puts what never changes. */
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
 * Reads the built pages of the console or of the portal, about one MB, into memory: by path below the folder, without
 * the notes of the build.
 * @throws ENOENT where there is no build.
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
 * The file for a path below the place of the pages, or null. What names a file gets that file or nothing, so that a
 * missing script is never answered with a page; everything else is an address inside the pages.
 */
export function builtFileFor(files: Map<string, BuiltFile>, path: string): BuiltFile | null {
  const named = path.startsWith(ASSETS) || path.slice(path.lastIndexOf('/') + 1).includes('.')
  return files.get(named ? path : PAGE) ?? null
}
