import { readdir, readFile } from 'node:fs/promises'

/** The root of the project, whether the suites run as TypeScript or from the compiled copy below it. */
export const ROOT = process.cwd()

/** Folders with handwritten files. A folder that does not exist (yet) is skipped. */
const FOLDERS = [
  'app',
  'benchmarks',
  'bin',
  'commands',
  'config',
  'database',
  'docs',
  'packages',
  'providers',
  'resources',
  'start',
  'tests',
]
const TEXT = /\.(?:css|edge|html|js|md|mjs|sql|ts|tsx|vue)$/
const MADE = /(?:^|\/)(?:node_modules|build|dist)\//

/** The project's code, tests and documents: paths from its root, sorted. */
export async function projectFiles(): Promise<string[]> {
  const top = (await readdir(ROOT, { withFileTypes: true })).filter((entry) => entry.isFile())
  const below = await Promise.all(FOLDERS.map(filesBelow))
  return [...top.map(({ name }) => name), ...below.flat()].filter((file) => TEXT.test(file)).sort()
}

/** The project's Markdown files: paths from its root. */
export async function pages(): Promise<string[]> {
  return (await projectFiles()).filter((file) => file.endsWith('.md'))
}

/** The text of a file of the project. */
export function textOf(file: string): Promise<string> {
  return readFile(`${ROOT}/${file}`, 'utf8')
}

async function filesBelow(folder: string): Promise<string[]> {
  const found = await readdir(`${ROOT}/${folder}`, { recursive: true }).catch(() => [])
  return found.map((file) => `${folder}/${file}`).filter((file) => !MADE.test(file))
}
