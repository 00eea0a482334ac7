import type { HttpContext } from '@adonisjs/core/http'
import { PassThrough } from 'node:stream'
import { isFinal } from '#domain/operation/operation'
import type FindOperation from '#queries/operations/find_operation'
import type OperationWatch from '#services/operation_watch'
import type { Sighting } from '#services/operation_watch'
import { toOperation } from '#transformers/operation_transformer'
import { findRequestedOperation } from './operation_requests.js'

/** Silence after which a comment is sent, so that proxies keep the connection. Milliseconds. */
const KEEP_ALIVE = 15_000

/**
 * Answers with the progress of an operation as server-sent events: `progress` when something changed, at most
 * 5 a second, then `end` with the whole operation (contract 5). An event's id tells the state that it showed:
 * who comes back with Last-Event-ID hears only what is new, and gets 204, which ends the retries of a browser,
 * when he has heard the end already.
 */
export async function streamProgress(ctx: HttpContext, find: FindOperation, watch: OperationWatch) {
  const { request, response } = ctx
  const operation = await findRequestedOperation(ctx, find)
  if (response.response.destroyed) return
  let last = request.header('last-event-id') ?? null
  if (isFinal(operation.status) && last === stateOf(operation)) return response.status(204).send(null)
  const events = new PassThrough()
  response.header('Content-Type', 'text/event-stream; charset=utf-8')
  response.header('Cache-Control', 'no-cache, no-transform')
  response.header('X-Accel-Buffering', 'no')
  events.write('retry: 1000\n\n')
  const timer = setInterval(() => events.write(': still here\n\n'), KEEP_ALIVE)
  const stop = watch.watch(operation.id, (sighting) => void show(sighting))
  const forget = watch.onClose(() => leave())
  response.response.once('close', () => leave())
  response.stream(events)

  async function show(sighting: Sighting) {
    const state = stateOf(sighting)
    if (state === last || events.writableEnded || events.writableNeedDrain) return
    last = state
    if (!isFinal(sighting.status)) return void write('progress', state, shown(sighting))
    stop()
    const ended = await readEnded(find, operation.id).catch(() => null)
    if (ended) write('end', state, { operation: toOperation(ended) })
    leave()
  }

  function write(event: string, id: string, data: object) {
    events.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  function leave() {
    clearInterval(timer)
    stop()
    forget()
    events.end()
  }
}

/** Reads of ended operations that are under way: however many watch one, its end is read once. */
const endings = new Map<string, ReturnType<FindOperation['byId']>>()

function readEnded(find: FindOperation, id: string) {
  const known = endings.get(id)
  if (known) return known
  const reading = find.byId(id).finally(() => endings.delete(id))
  endings.set(id, reading)
  return reading
}

function stateOf({ status, processed, total }: Pick<Sighting, 'status' | 'processed' | 'total'>) {
  return `${status}.${processed}.${total}`
}

function shown({ id, status, total, processed, succeeded, skipped, failed }: Sighting) {
  return { id, status, progress: { total, processed, succeeded, skipped, failed } }
}
