import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { TestDatabases } from './test_databases.js'

export type Tally = {
  /** What ran, as its heading says. */
  title: string
  seconds: number
  passed: number
  failed: number
  skipped: number
  /** The runner's report of the failed tests; empty if all passed. */
  errors: string
}

export type PassOptions = {
  /** The arguments for Node.js to run the test runner. */
  runner: string[]
  redisUrl?: string
  /** If true, the output is shown when the pass has ended. */
  held?: boolean
  /** Additional environment variables. */
  env?: Record<string, string>
}

/** The V8 compile cache for all processes that the suites start. It saves a third of their processor time. */
const COMPILED = resolve('tmp/compile-cache')

let passes = 0

/** Runs the test runner once, in a separate process with its own database; `args` go to the runner. */
export async function pass(
  args: string[],
  { create }: TestDatabases,
  { runner, redisUrl, held = false, env = {} }: PassOptions
): Promise<Tally> {
  const number = ++passes
  const store = redisUrl ? 'Redis' : 'Postgres'
  const suites = args.filter((word) => !word.startsWith('--')).join(', ') || 'all suites'
  const title = `${suites}: queues, limits and nonces in ${store}`
  const heading = `\n=== ${title} ===\n`
  if (!held) process.stdout.write(heading)
  const start = performance.now()
  const { REDIS_URL: _unused, ...environment } = process.env
  const child = spawn(process.execPath, ['--enable-source-maps', ...runner, ...args], {
    env: {
      ...environment,
      ...env,
      DATABASE_URL: await create(),
      DATA_DIR: `tmp/test-${number}`,
      NODE_COMPILE_CACHE: COMPILED,
      ...(redisUrl ? { REDIS_URL: redisUrl, REDIS_PREFIX: `latchkey-test-${process.pid}-${number}` } : {}),
    },
    // The channel tells the child when this process is gone.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  const note = (text: Buffer) => {
    if (!held) process.stdout.write(text)
    output += text
  }
  child.stdout!.on('data', note)
  child.stderr!.on('data', note)
  const [code] = await once(child, 'close')
  const seconds = Math.round((performance.now() - start) / 1000)
  if (held) process.stdout.write(heading + output)
  return { title, seconds, ...tally(output, code as number | null) }
}

/** Reads the runner's closing lines; a run that ended in any other way counts as a failure. */
function tally(output: string, code: number | null): Omit<Tally, 'title' | 'seconds'> {
  const plain = output.replace(/\u001b\[[0-9;]*m/g, '')
  const summary = plain.match(/^Tests\s+(.+)$/m)?.[1] ?? ''
  const count = (word: string) => Number(summary.match(new RegExp(`(\\d+) ${word}`))?.[1] ?? 0)
  // If this machine lacks a browser or a toolchain, a whole spec may be skipped, which is fine. A runner that found no
  // test is an error.
  const endedBadly = code !== 0 || count('passed') + count('skipped') === 0
  const failed = count('failed') || (endedBadly ? 1 : 0)
  const errors = failed === 0 ? '' : (plain.split(/^ ERRORS *$/m)[1] ?? `It ended with exit code ${code}`)
  return { passed: count('passed'), failed, skipped: count('skipped'), errors: errors.trim() }
}
