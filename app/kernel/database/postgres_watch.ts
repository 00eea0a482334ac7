import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import logger from '@adonisjs/core/services/logger'
import type pg from 'pg'
import { READ_ONLY } from '#kernel/refusals/database_faults'
import { watchClient } from './pools.js'
import { noteRefusal } from './unable_server.js'

/** How often connections are checked. Milliseconds. */
const LOOK = 500

export type Patience = {
  /** Milliseconds of silence before Postgres is asked whether it still works on the statement. */
  ask: number
  /** Milliseconds of silence before a connection is given up if Postgres cannot be asked. */
  unreachable: number
  /** Milliseconds of silence before a connection is given up in any case; null for never. */
  most: number | null
}

/**
 * For requests: Postgres ends their statements after 15 seconds, so a working connection is never silent for longer.
 */
export const requestPatience: Patience = { ask: 2000, unreachable: 8000, most: 17_000 }

/** For workers and commands: a statement may take as long as it needs, while Postgres works on it. */
export const workPatience: Patience = { ask: 2000, unreachable: 12_000, most: null }

type Internals = pg.Client & {
  processID: number | null
  readyForQuery: boolean
  connection: EventEmitter<{ errorMessage: [{ code?: string; message: string }] }> & { stream: Socket }
  /** `I` outside a transaction. */
  _txStatus: string | null
}

type Watched = { client: Internals; url: string; patience: Patience; read: number; since: number }

const watched = new Map<pg.ClientBase, Watched>()
let timer: NodeJS.Timeout | null = null
let asking = false

/**
 * Gives up a connection to a server that has become read-only, and one on which Postgres is silent although it owes a
 * response and is not working on one. The packets of the silent one are lost, and the kernel alone would notice only
 * after a quarter of an hour. The statement then fails as on any broken connection. Postgres is asked on a new
 * connection, so a statement that is merely slow continues.
 */
export function watchPostgres(client: pg.ClientBase, url: string, patience: Patience) {
  const internals = client as Internals
  const now = performance.now()
  watched.set(client, { client: internals, url, patience, read: 0, since: now })
  timer ??= setInterval(look, LOOK).unref()
  internals.connection.stream.once('close', () => forget(client))
  internals.connection.on('errorMessage', (refusal) => {
    noteRefusal(refusal)
    if (refusal.code === READ_ONLY) setImmediate(() => leave(internals))
  })
}

/**
 * Leaves a server that has become read-only: behind the same address there may be a new primary by now, which only new
 * connections reach. Called after the statement has got its error.
 */
function leave(client: Internals) {
  client.connection.stream.destroy()
  dropIdle()
}

function forget(client: pg.ClientBase) {
  watched.delete(client)
  if (watched.size > 0 || !timer) return
  clearInterval(timer)
  timer = null
}

function look() {
  const now = performance.now()
  const silent: Watched[] = []
  for (const one of watched.values()) {
    const { bytesRead } = one.client.connection.stream
    if (one.client.readyForQuery || bytesRead !== one.read) {
      one.read = bytesRead
      one.since = now
    } else if (now - one.since > (one.patience.most ?? Infinity)) {
      giveUp(one)
    } else if (now - one.since > one.patience.ask) {
      silent.push(one)
    }
  }
  if (silent.length > 0 && !asking) void judge(silent)
}

async function judge(silent: Watched[]) {
  asking = true
  try {
    const working = await workingBackends(silent[0].url)
    const lost = silent.filter((one) => isStillSilent(one) && !working.has(one.client.processID!))
    for (const one of lost) giveUp(one)
    if (lost.length > 0) dropIdle()
  } catch {
    for (const one of silent) {
      if (isStillSilent(one) && performance.now() - one.since > one.patience.unreachable) giveUp(one)
    }
  } finally {
    asking = false
  }
}

function isStillSilent({ client, read }: Watched): boolean {
  return !client.readyForQuery && client.connection.stream.bytesRead === read
}

function giveUp({ client, since }: Watched) {
  const silentFor = Math.round(performance.now() - since)
  logger.warn({ pid: client.processID, silentFor }, 'a connection to Postgres is lost and given up')
  client.connection.stream.destroy()
}

/** What is wrong with one connection is probably wrong with the idle ones too, and they are cheap to reopen. */
function dropIdle() {
  for (const { client } of watched.values()) {
    if (client.readyForQuery && client._txStatus === 'I') client.connection.stream.destroy()
  }
}

/** Returns the pids of the backends that work on a statement. */
async function workingBackends(url: string): Promise<Set<number>> {
  const client = watchClient(url)
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where state = 'active'`
    )
    return new Set(rows.map(({ pid }) => pid))
  } finally {
    // Not awaited, because a server that is unavailable would not respond.
    client.end().catch(() => {})
  }
}
