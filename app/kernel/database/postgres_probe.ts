import { setImmediate as turn } from 'node:timers/promises'
import type { Socket } from 'node:net'
import type pg from 'pg'
import { withTimeout } from '#kernel/time/with_timeout'
import { watchClient } from './pools.js'

/** How long Postgres has for its answer on a new connection. Milliseconds. */
export const PROBE_MS = 600

/**
 * What Postgres says on a new connection: the pids of the backends that work on a statement; `silence` if it sends
 * nothing at all; or `trouble` if it answers something else, or too slowly, because it is busy, full or starting.
 */
export type ProbeAnswer = Set<number> | 'silence' | 'trouble'

/** Asks the Postgres of `url` which of its backends work on a statement. */
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

async function workingBackends(client: pg.Client): Promise<Set<number>> {
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where state = 'active'`
  )
  return new Set(rows.map(({ pid }) => pid))
}

/** No file descriptor is left here, or the name server does not answer: Postgres was not asked. */
const NOT_ASKED = new Set(['EMFILE', 'ENFILE', 'ENOTFOUND', 'EAI_AGAIN'])

function isNotAsked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && NOT_ASKED.has(String(error.code))
}
