/**
 * `npm run console:build`: builds public/console and public/portal from resources. It does nothing if the sources
 * have not changed since the last build, so the quickstart calls it at every start. Assets of the previous build
 * stay, because open browser tabs still request them.
 */
import { hash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'

/** The pages by name, with the further folders that they are built from: the portal uses parts of the console. */
const PAGES = { console: [], portal: ['resources/console/src'] }
const SHARED = ['package-lock.json', 'resources/pages_build.ts', 'bin/build_console.ts']

// The quickstart runs in development mode, but its pages are production pages: NODE_ENV decides which React is bundled.
process.env.NODE_ENV = 'production'

/** The digest of a build's inputs, and its assets. */
type Note = { stamp: string; assets: string[] }

const outputOf = (name: string) => `public/${name}`
const noteOf = (name: string) => `${outputOf(name)}/.stamp`

/** A digest of all inputs of a build. */
async function stampOf(folders: string[]): Promise<string> {
  const lists = await Promise.all(
    folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true }))
  )
  const entries = lists.flat().filter((one) => one.isFile())
  const files = entries.map((one) => `${one.parentPath}/${one.name}`).sort()
  const texts = await Promise.all(
    [...files, ...SHARED].map(async (file) => `${file}\n${await readFile(file, 'base64')}\n`)
  )
  return hash('sha256', texts.join(''))
}

async function readNote(name: string): Promise<Note> {
  const none: Note = { stamp: '', assets: [] }
  return readFile(noteOf(name), 'utf8').then(
    (text) => JSON.parse(text) as Note,
    () => none
  )
}

async function assetsOf(name: string): Promise<string[]> {
  return readdir(`${outputOf(name)}/assets`).catch(() => [])
}

async function buildPages(name: string, others: string[]) {
  const stamp = await stampOf([`resources/${name}`, ...others])
  const last = await readNote(name)
  if (last.stamp === stamp) return

  const { build } = await import('vite')
  const before = new Set(await assetsOf(name))
  const made = await build({ configFile: `resources/${name}/vite.config.ts`, logLevel: 'warn' })
  const outputs = (Array.isArray(made) ? made : [made]).flatMap((one) => ('output' in one ? one.output : []))
  const names = outputs.map((one) => one.fileName.replace(/^assets\//, ''))
  const kept = new Set([...names, ...last.assets].flatMap((file) => [file, `${file}.br`, `${file}.gz`]))
  for (const file of before) if (!kept.has(file)) await rm(`${outputOf(name)}/assets/${file}`)
  await writeFile(noteOf(name), JSON.stringify({ stamp, assets: names } satisfies Note))
}

for (const [name, others] of Object.entries(PAGES)) await buildPages(name, others)
