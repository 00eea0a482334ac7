// `ace.js` imports this file before there is a compiler, so it has only syntax that Node.js itself can strip.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a build is made of, without the sources of the pages, which commands do not run. */
const SOURCES = [
  ...['adonisrc.ts', 'package.json', 'package-lock.json', 'tsconfig.json'],
  ...['app', 'bin', 'commands', 'config', 'database', 'start'],
]

const RECORD = 'build/.sources'

/** The sources of a checkout as a text that differs if a file was changed, added or removed. It reads no file. */
function describe(root: string) {
  const digest = createHash('sha256')
  let newest = 0
  for (const source of SOURCES) {
    const top = join(root, source)
    if (!existsSync(top)) continue
    const isFile = statSync(top).isFile()
    for (const path of isFile ? [''] : readdirSync(top, { recursive: true, encoding: 'utf8' }).sort()) {
      const file = statSync(join(top, path))
      if (file.isDirectory()) continue
      digest.update(`${source} ${path} ${file.size} ${file.mtimeMs}\n`)
      newest = Math.max(newest, file.mtimeMs)
    }
  }
  return { text: digest.digest('hex'), newest }
}

/**
 * Notes at the end of a build of which sources it is. If a source was changed since `begun`, the Unix milliseconds of
 * the build's start, there is no note.
 */
export function noteSources(root: string, begun = performance.timeOrigin) {
  const { text, newest } = describe(root)
  if (newest < begun) writeFileSync(join(root, RECORD), text)
}

/** Whether a command is one of the service's own, and the folder `build` is the build of exactly these sources. */
export function isBuilt(root: string, command = ''): boolean {
  const record = join(root, RECORD)
  const file = `build/commands/${command.replace(/[:-]/g, '_')}.js`
  if (!/^[a-z][a-z:-]*$/.test(command) || !existsSync(record) || !existsSync(join(root, file))) return false
  return readFileSync(record, 'utf8') === describe(root).text
}
