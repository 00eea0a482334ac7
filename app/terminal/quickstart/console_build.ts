import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Exists in a checkout only: a build of the service includes its console. */
const PROGRAM = 'bin/build_console.ts'

let building: Promise<string | null> = Promise.resolve(null)

/** In a checkout, runs the console build in the background; it does nothing if it is up to date (docs/console.md). */
export function beginConsoleBuild(root: URL) {
  if (existsSync(new URL(PROGRAM, root))) building = run(fileURLToPath(root))
}

/**
 * Resolves when the build has ended: with null if it succeeded or nothing was built, else with a message for the
 * user.
 */
export function consoleBuilt(): Promise<string | null> {
  return building
}

async function run(cwd: string): Promise<string | null> {
  const child = spawn(process.execPath, ['--import=@poppinss/ts-exec', PROGRAM], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said += part.toString()))
  const [code] = await once(child, 'close').catch((error: Error) => [error.message])
  return code === 0 ? null : `The console is not built (npm run console:build says why): ${lastLine(said)}`
}

const lastLine = (text: string) =>
  text
    .trim()
    .split('\n')
    .find((line) => line.includes('rror')) ?? 'no reason given'
