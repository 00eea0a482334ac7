import type { HttpContext } from '@adonisjs/core/http'
import { PassThrough } from 'node:stream'
import { isFinal } from '#operations/rules/operation'
import StandingRight from '#access/standing_right'
import type FindOperation from '#operations/queries/find_operation'
import { openStream } from '#http/open_streams'
import type OperationWatch from '#operations/watch/operation_watch'
import type { WatchedProgress } from '#operations/watch/operation_watch'
import { toToldOperation } from './operation_transformer.js'
import { findRequestedOperation } from './requested_operation.js'

/** Silence after which a comment is sent, so that proxies keep the connection. Milliseconds. */
const KEEP_ALIVE = 15_000

/**
 * Sends the progress of an operation as server-sent events: `progress` when something changed, at most 5 a second,
 * then `end` with the whole operation (contract#operation-routes). The id of an event names the state that it showed.
 * A client that returns with Last-Event-ID receives only newer states; if it has received the end already, it gets
 * 204, which ends the retries of a browser. The stream ends without `end` when the caller loses the right to it, or
 * when the operation is gone.
 * @throws Refusal RATE_LIMITED for a credential with too many open streams.
 */
export async function streamProgress(ctx: HttpContext, find: FindOperation, watch: OperationWatch) {
  const { request, response, scope } = ctx
  const operation = await findRequestedOperation(ctx, find)
  if (response.response.destroyed) return
  let last = request.header('last-event-id') ?? null
  if (isFinal(operation.status) && last === stateOf(operation)) return response.status(204).send(null)
  const close = openStream(`${scope.actor.type} ${scope.actor.id}`)
  const events = new PassThrough()
  response.header('Content-Type', 'text/event-stream; charset=utf-8')
  response.header('Cache-Control', 'no-cache, no-transform')
  response.header('X-Accel-Buffering', 'no')
  events.write('retry: 1000\n\n')
  const timer = setInterval(() => events.write(': still here\n\n'), KEEP_ALIVE)
  const right = new StandingRight(ctx, leave)
  const stop = watch.watch(operation.id, (progress) => void show(progress))
  const forget = watch.onClose(leave)
  response.response.once('close', leave)
  response.stream(events)

  async function show(progress: WatchedProgress | null) {
    if (!progress) return leave()
    const state = stateOf(progress)
    if (state === last || events.writableEnded || events.writableNeedDrain) return
    last = state
    if (!isFinal(progress.status)) return write('progress', state, shown(progress))
    stop()
    const ended = (await right.holds()) && (await readEnded(find, operation.id).catch(() => null))
    if (ended && !events.writableEnded) write('end', state, { operation: toToldOperation(ended) })
    leave()
  }

  function write(event: string, id: string, data: object) {
    events.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  function leave() {
    close()
    clearInterval(timer)
    right.stop()
    stop()
    forget()
    events.end()
  }
}

/** For how long the streams of one operation share what was read at its end. Milliseconds. */
const END_SHARED = 1000

/** Reads of ended operations: however many watch one, its end is read once. A failed read is not kept. */
const endings = new Map<string, ReturnType<FindOperation['byId']>>()

function readEnded(find: FindOperation, id: string) {
  const known = endings.get(id)
  if (known) return known
  const reading = find.byId(id)
  endings.set(id, reading)
  const forget = () => endings.delete(id)
  reading.then(() => setTimeout(forget, END_SHARED).unref(), forget)
  return reading
}

function stateOf({ status, processed, total }: Pick<WatchedProgress, 'status' | 'processed' | 'total'>) {
  return `${status}.${processed}.${total}`
}

function shown({ id, status, total, processed, succeeded, skipped, failed }: WatchedProgress) {
  return { id, status, progress: { total, processed, succeeded, skipped, failed } }
}
