import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { until } from './wait.js'

/** One shell for all commands, as a reader of a guide has. `env` is added to the environment of the tests. */
export function openShell(folder: string, env: Record<string, string> = {}) {
  const shell = spawn('bash', {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let output = ''
  shell.stdout.on('data', (text) => (output += text))
  let count = 0
  return {
    /** Runs commands; returns their output. */
    async run(commands: string, patience?: number): Promise<string> {
      const mark = `=== done ${count++}`
      output = ''
      shell.stdin.write(`${commands}\nprintf '\\n%s\\n' '${mark}'\n`)
      await until('the commands', () => output.includes(mark), patience)
      return output.slice(0, output.indexOf(mark))
    },
    async close() {
      shell.stdin.end()
      await once(shell, 'close')
    },
  }
}
