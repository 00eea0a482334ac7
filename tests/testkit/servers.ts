import type { ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseUrl } from '#kernel/database/datastores'
import { freePort } from '#kernel/net/free_port'
import { programArgs, start } from './processes.js'
import { until } from './wait.js'

/** The folder in which the servers of this run record their answers. */
export const RECORD = join(tmpdir(), `latchkey-answers-${process.pid}`)

export type OtherServer = {
  base: string
  child: ChildProcess
  kill: (signal: NodeJS.Signals) => Promise<void>
  /** The output so far. */
  output: () => string
}

/**
 * Starts another server process on the stores of this test run, to test behaviour across processes. `env` changes its
 * settings.
 */
export async function startServer(env: Record<string, string | undefined> = {}): Promise<OtherServer> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const { child, output, ended } = start(programArgs('bin/server', 'tests/testkit/answer_recorder'), {
    DATABASE_URL: databaseUrl(),
    API_RECORD: RECORD,
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
