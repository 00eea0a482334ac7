import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'

export type Running = {
  child: ChildProcess
  /** Everything printed so far. */
  output: () => string
  /** Resolves with the exit code; a process that a signal ended gives null. */
  ended: Promise<number | null>
}

/** Starts one of the service's own programs with the test's Node.js. `undefined` in `env` unsets a variable. */
export function start(args: string[], env: Record<string, string | undefined> = {}): Running {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env } as NodeJS.ProcessEnv,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdin.on('error', () => {})
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (output += text))
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  return { child, output: () => output, ended }
}

/** Waits until `condition` gives something, asking again and again. Errors: nothing within `ms`. */
export async function until<T>(
  condition: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  what: string,
  ms = 20_000
): Promise<T> {
  const deadline = Date.now() + ms
  for (;;) {
    const found = await condition()
    if (found) return found
    if (Date.now() > deadline) throw new Error(`Gave up waiting for ${what} after ${ms} ms`)
    await delay(25)
  }
}
