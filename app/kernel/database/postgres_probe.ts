import { setImmediate as turn } from 'node:timers/promises'
import type { Socket } from 'node:net'
import type pg from 'pg'
import { withTimeout } from '#kernel/time/with_timeout'
import { COMMIT_HANGS } from './hanging_commits.js'
import { watchClient } from './pools.js'

/** How long Postgres has for its answer on a new connection. Milliseconds. */
export const PROBE_MS = 600

/** The pids of the backends that work on a statement, and those of them whose COMMIT hangs. */
type Backends = { working: Set<number>; hanging: Set<number> }

/**
 * What Postgres says on a new connection: its backends; `silence` if it sends nothing at all; or `trouble` if it answers
 * something else, or too slowly, because it is busy, full or starting.
 */
export type ProbeAnswer = Backends | 'silence' | 'trouble'

/** Asks the Postgres of `url` what its backends do. */
export async function probePostgres(url: string): Promise<ProbeAnswer> {
  const client = watchClient(url)
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  try {
    return await withTimeout(workingBackends(client), PROBE_MS)
  } catch (error) {
    // If this process was too busy to read, the answer is there by now.
    await turn()
    return stream.bytesRead > 0 || isNotAsked(error) ? 'trouble' : 'silence'
  } finally {
    // Not awaited, because a server that is unavailable would not respond.
    client.end().catch(() => {})
    stream.destroy()
  }
}

async function workingBackends(client: pg.Client): Promise<Backends> {
  await client.connect()
  const { rows } = await client.query<{ pid: number; hangs: boolean }>(
    `select pid, (${COMMIT_HANGS}) is true as hangs from pg_stat_activity where state = 'active'`
  )
  const pids = (some: typeof rows) => new Set(some.map(({ pid }) => pid))
  return { working: pids(rows), hanging: pids(rows.filter(({ hangs }) => hangs)) }
}

/** No file descriptor is left here, or the name server does not answer: Postgres was not asked. */
const NOT_ASKED = new Set(['EMFILE', 'ENFILE', 'ENOTFOUND', 'EAI_AGAIN'])

function isNotAsked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && NOT_ASKED.has(String(error.code))
}
