import { spawn, type ChildProcess } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

type Settings = Record<string, string | undefined>

export type Running = {
  child: ChildProcess
  /** Everything printed so far. */
  output: () => string
  /** Resolves with the exit code; a process that a signal ended gives null. */
  ended: Promise<number | null>
}

/** This file's own form: the suites run compiled or, one by one, as TypeScript; what they start runs likewise. */
const FORM = extname(import.meta.url)

/**
 * What Node.js is given to run one of the project's files in any folder, named without its ending, after others. A
 * compiled one gets no source maps: each start would read those of all its files. Its stacks name the compiled files;
 * a single pass, which compiles nothing beforehand, names the sources.
 */
export function programArgs(file: string, ...loadedBefore: string[]): string[] {
  const url = (one: string) => new URL(`../../${one}${FORM}`, import.meta.url)
  const form = FORM === '.ts' ? [`--import=${import.meta.resolve('@poppinss/ts-exec')}`] : []
  return [...form, ...loadedBefore.map((one) => `--import=${url(one).href}`), fileURLToPath(url(file))]
}

/** Starts one of the project's programs, such as `bin/server`; `env` as for `start`. */
export function startProgram(program: string, args: string[] = [], env: Settings = {}): Running {
  return start([...programArgs(program), ...args], env)
}

/** Starts the test's Node.js, in a folder where one is named. `undefined` in `env` unsets a variable. */
export function start(args: string[], env: Settings = {}, cwd?: string): Running {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.on('error', () => {})
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (output += text))
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  return { child, output: () => output, ended }
}
