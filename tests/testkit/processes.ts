import { spawn, type ChildProcess } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

type Settings = Record<string, string | undefined>

export type Running = {
  child: ChildProcess
  /** The output so far, of stdout and stderr. */
  output: () => string
  /** Resolves with the exit code; null if a signal ended the process. */
  ended: Promise<number | null>
}

/**
 * The extension of this file. The suites run compiled or, in a single pass, as TypeScript; the programs that they start
 * run in the same form.
 */
const FORM = extname(import.meta.url)

/**
 * Makes a start a tenth cheaper: modules are not looked up as links, and the first collections of garbage come later.
 */
const CHEAP_START = ['--preserve-symlinks', '--min-semi-space-size=16']

/**
 * The arguments for Node.js to run one of the project's files from any folder. `file` has no extension; `loadedBefore`
 * are modules to load first. Compiled files are run without source maps, because each start would read those of all its
 * files: stack traces name the compiled files. A single pass, which compiles nothing beforehand, names the sources.
 */
export function programArgs(file: string, ...loadedBefore: string[]): string[] {
  const url = (one: string) => new URL(`../../${one}${FORM}`, import.meta.url)
  const form = FORM === '.ts' ? [`--import=${import.meta.resolve('@poppinss/ts-exec')}`] : CHEAP_START
  return [...form, ...loadedBefore.map((one) => `--import=${url(one).href}`), fileURLToPath(url(file))]
}

/** Starts one of the project's programs, such as `bin/server`; `env` as for `start`. */
export function startProgram(program: string, args: string[] = [], env: Settings = {}): Running {
  return start([...programArgs(program), ...args], env)
}

/** The size that commands assume without a terminal. Looking for one takes each of them two processes. */
const TERMINAL = { COLUMNS: '80', LINES: '24' }

/** The started processes that have not ended. They must not outlive tests that end in the middle. */
const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/** Starts the Node.js of the tests, in `cwd` if given. `undefined` in `env` unsets a variable. */
export function start(args: string[], env: Settings = {}, cwd?: string): Running {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...TERMINAL, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  child.stdin.on('error', () => {})
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (output += text))
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  return { child, output: () => output, ended }
}
