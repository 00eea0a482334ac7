import { execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Milliseconds to find out whether a command is on the machine. */
const PATIENCE = 20_000

export type Ended = { code: number | null; output: string; complaints: string }

/** Runs a command to its end with a text on its standard input. Programs of all languages read UTF-8 here. */
export async function ended(
  [command, ...words]: string[],
  { input = '', env = {}, cwd }: { input?: string; env?: Record<string, string>; cwd?: string } = {}
): Promise<Ended> {
  const child = spawn(command, words, { cwd, env: { ...process.env, LC_ALL: 'C.UTF-8', ...env } })
  let [output, complaints] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text))
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return { code, output, complaints }
}

/** The output of a command; empty if it is not on the machine or fails. */
export function printed([command, ...words]: string[]): Promise<string> {
  return run(command, words, { timeout: PATIENCE }).then(
    ({ stdout, stderr }) => stdout + stderr,
    () => ''
  )
}

/** True if a command is on the machine and succeeds. */
export function works([command, ...words]: string[]): Promise<boolean> {
  return run(command, words, { timeout: PATIENCE, maxBuffer: 2 ** 26 }).then(
    () => true,
    () => false
  )
}
