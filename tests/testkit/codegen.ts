import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'

/** Files that codegen indexes, and the indexes of those that the tests import. */
const INDEXED = /_(controller|job)\.ts$/
const INDEXES = ['.adonisjs/server/controllers.ts', '.adonisjs/server/jobs.ts']

/** Writes the files that the framework derives from the tree. Runs once, because all passes read them. */
export async function generate() {
  const child = spawn(process.execPath, ['ace.js', 'codegen'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error('ace codegen has failed')
}

/** Builds the console that the service serves, unless it was already built from these sources. */
export async function generateConsole() {
  const child = spawn(process.execPath, ['--import=@poppinss/ts-exec', 'bin/build_console.ts'], {
    stdio: 'inherit',
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error('The console cannot be built')
}

/** Runs codegen unless the indexes name exactly the files that exist. Skipping it saves some seconds. */
export async function generateIfStale() {
  const there = (await readdir('app', { recursive: true })).filter((file) => INDEXED.test(file))
  const texts = await Promise.all(INDEXES.map((index) => readFile(index, 'utf8').catch(() => '')))
  const named = texts.flatMap((text) => [...text.matchAll(/#app\/([\w/]+)/g)].map(([, path]) => `${path}.ts`))
  if (there.sort().join() !== named.sort().join()) await generate()
}
