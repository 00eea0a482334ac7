import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import logger from '@adonisjs/core/services/logger'
import type pg from 'pg'
import { READ_ONLY } from '#kernel/refusals/database_faults'
import { CommitsHang, commitsHang, noteHangingCommits } from './hanging_commits.js'
import { isPostgresAbsent, notePostgresAbsence } from './postgres_absence.js'
import { PROBE_MS, probePostgres, type ProbeAnswer } from './postgres_probe.js'
import { noteRefusal } from './unable_server.js'

/** How often connections are checked. Milliseconds. */
const LOOK = 100

/** Until then, Postgres is asked often: a COMMIT that hangs has to be noticed within a second. Milliseconds of silence. */
const SOON = 700

/** How often Postgres is asked whether commits still hang. Milliseconds. */
const ASK_AGAIN = 400

export type Patience = {
  /** Milliseconds of silence before Postgres is asked whether it still works on the statement. */
  ask: number
  /**
   * True if a connection is given up as soon as Postgres answers nothing at all, on no connection of this process, or as
   * soon as a COMMIT hangs.
   */
  quick: boolean
  /** Milliseconds of silence before a connection is given up if Postgres cannot be asked. */
  unreachable: number
  /** Milliseconds of silence before a connection is given up in any case; null for never. */
  most: number | null
}

/**
 * For requests, whose callers get an answer within about a second if Postgres is silent. Postgres ends their statements
 * after 15 seconds, so a working connection is never silent for longer.
 */
export const requestPatience: Patience = { ask: 250, quick: true, unreachable: 8000, most: 17_000 }

/** For workers and commands: a statement may take as long as it needs, while Postgres works on it. */
export const workPatience: Patience = { ask: 2000, quick: false, unreachable: 12_000, most: null }

type Internals = pg.Client & {
  processID: number | null
  readyForQuery: boolean
  connection: EventEmitter<{ errorMessage: [{ code?: string; message: string }] }> & { stream: Socket }
  /** `I` outside a transaction. */
  _txStatus: string | null
}

type Watched = {
  client: Internals
  url: string
  patience: Patience
  /** The bytes that were read when the connection was last heard. */
  read: number
  /** The beginning of the silence. */
  since: number
  /** Milliseconds of silence before Postgres is asked next. */
  ask: number
  /** How often in a row Postgres has said that it does not work on the statement, or that it hangs. */
  doubts: number
}

/**
 * How often Postgres must say that it does not work on a statement, or that it hangs. Once is not enough: the answer may be
 * on its way, or a busy machine may not have let the backend begin.
 */
const DOUBTS = 3

const watched = new Map<pg.ClientBase, Watched>()
let timer: NodeJS.Timeout | null = null
/** The server that is being asked, or that was absent when it was last asked. */
let asked: string | null = null
let asking = false
let askedAt = -Infinity
/** When Postgres last sent anything to this process. */
let heardAt = -Infinity

/**
 * Gives up a connection to a server that has become read-only, and one on which Postgres is silent although it owes a
 * response and is not working on one. The packets of the silent one are lost, and the kernel alone would notice only
 * after a quarter of an hour. The statement then fails as on any broken connection. Postgres is asked on a new
 * connection, so a statement that is merely slow continues. If it answers nothing there either, the statements of requests
 * fail at once, and so do new connections for requests until it answers (`socketForRequests`). If the COMMIT of a request
 * hangs, its connection is given up, and no other change of a request begins until commits go on (`requireCommits`).
 */
export function watchPostgres(client: pg.ClientBase, url: string, patience: Patience) {
  const internals = client as Internals
  const now = performance.now()
  watched.set(client, { client: internals, url, patience, read: 0, since: now, ask: patience.ask, doubts: 0 })
  timer ??= setInterval(look, LOOK).unref()
  internals.connection.stream.once('close', () => forget(client))
  internals.connection.on('errorMessage', (refusal) => {
    noteRefusal(refusal)
    if (refusal.code === READ_ONLY) setImmediate(() => leave(internals))
  })
}

/** For the pool of the query builder: watches each of its connections to the server at `url` once it is open. */
export function watchEach(url: string, patience: Patience) {
  return (client: pg.ClientBase, done: (error: null, client: pg.ClientBase) => void) => {
    watchPostgres(client, url, patience)
    done(null, client)
  }
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
  stopIfIdle()
}

function stopIfIdle() {
  if (watched.size > 0 || isPostgresAbsent() || commitsHang() || !timer) return
  clearInterval(timer)
  timer = null
}

function look() {
  const now = performance.now()
  hear(now)
  const silent = [...watched.values()].filter((one) => now - one.since > one.ask)
  for (const one of silent) if (now - one.since > (one.patience.most ?? Infinity)) giveUp(one)
  if (asking) return
  if (silent.length > 0) asked = silent[0].url
  const asksAgain = isPostgresAbsent() || (commitsHang() && now - askedAt > ASK_AGAIN)
  if (asked !== null && (silent.length > 0 || asksAgain)) void judge(asked)
  else stopIfIdle()
}

/** Ends the silence of the connections that owe no answer or have received a part of it. */
function hear(now: number) {
  for (const one of watched.values()) {
    const { readyForQuery, connection } = one.client
    const { bytesRead } = connection.stream
    if (bytesRead !== one.read) heardAt = now
    else if (!readyForQuery) continue
    Object.assign(one, { read: bytesRead, since: now, ask: one.patience.ask, doubts: 0 })
  }
}

async function judge(url: string) {
  asking = true
  const answer = await probePostgres(url)
  asking = false
  const now = (askedAt = performance.now())
  hear(now)
  const isAbsent = answer === 'silence' && now - heardAt > PROBE_MS
  if (notePostgresAbsence(isAbsent)) tell(isAbsent)
  const lost = [...watched.values()].filter((one) => isLost(one, now - one.since, answer))
  const isAnswered = typeof answer === 'object'
  const hanging = lost.filter(({ client }) => isAnswered && answer.hanging.has(client.processID!))
  for (const one of lost) giveUp(one, hanging.includes(one) ? new CommitsHang() : undefined)
  if (lost.length > hanging.length && isAnswered) dropIdle()
  if (isAbsent) leaveAbsent()
  if (isAnswered && (hanging.length > 0 || commitsHang())) noteCommits(answer.hanging.size > 0)
}

function noteCommits(hang: boolean) {
  if (!noteHangingCommits(hang)) return
  if (hang) logger.warn('the commits of Postgres hang: changes are refused at once until they go on')
  else logger.info('the commits of Postgres go on')
}

function tell(isAbsent: boolean) {
  if (isAbsent) logger.warn('Postgres sends nothing: requests are refused at once until it answers again')
  else logger.info('Postgres answers again')
}

function isLost(one: Watched, silentFor: number, answer: ProbeAnswer): boolean {
  if (silentFor <= one.ask) return false
  const pid = one.client.processID!
  if (typeof answer === 'object') {
    if (!answer.working.has(pid)) return ++one.doubts >= DOUBTS
    if (answer.hanging.has(pid) && one.patience.quick) return ++one.doubts >= DOUBTS
  }
  one.doubts = 0
  // A statement that takes long is asked about less often, since each time costs Postgres a connection.
  one.ask = silentFor < SOON ? silentFor + requestPatience.ask : Math.min(silentFor * 2, silentFor + 2000)
  return typeof answer === 'string' && silentFor > one.patience.unreachable
}

/** Ends the statements of requests, and the idle connections, on which the next statements would wait. */
function leaveAbsent() {
  for (const one of watched.values()) if (one.patience.quick && !one.client.readyForQuery) giveUp(one)
  dropIdle(({ patience }) => patience.quick)
}

function giveUp({ client, since }: Watched, error?: Error) {
  const silentFor = Math.round(performance.now() - since)
  logger.warn({ pid: client.processID, silentFor }, 'a connection to Postgres is lost and given up')
  client.connection.stream.destroy(error)
}

/** What is wrong with one connection is probably wrong with the idle ones too, and they are cheap to reopen. */
function dropIdle(which: (one: Watched) => boolean = () => true) {
  for (const one of watched.values()) {
    const { readyForQuery, _txStatus, connection } = one.client
    if (which(one) && readyForQuery && _txStatus === 'I') connection.stream.destroy()
  }
}
