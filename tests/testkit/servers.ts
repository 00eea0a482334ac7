import type { ChildProcess } from 'node:child_process'
import { databaseUrl } from '#kernel/database/datastores'
import { freePort } from '#kernel/net/free_port'
import { startProgram } from './processes.js'
import { until } from './wait.js'

export type OtherServer = {
  base: string
  child: ChildProcess
  kill: (signal: NodeJS.Signals) => Promise<void>
  /** Everything printed so far. */
  output: () => string
}

/**
 * Another server process on the stores of this test run: what holds across processes is tried against both.
 * `env` changes its settings.
 */
export async function startServer(env: Record<string, string | undefined> = {}): Promise<OtherServer> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const { child, output, ended } = startProgram('bin/server', [], {
    DATABASE_URL: databaseUrl(),
    ...env,
    PORT: String(port),
  })
  await until(
    'the other server',
    async () => {
      if (child.exitCode !== null) throw new Error(`The server ended: ${output()}`)
      return fetch(`${base}/v1/status`).then(
        ({ ok }) => ok,
        () => false
      )
    },
    30_000
  )
  return {
    base,
    child,
    output,
    async kill(signal) {
      child.kill(signal)
      await ended
    },
  }
}
