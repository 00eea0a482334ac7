import type { HttpContext } from '@adonisjs/core/http'
import { isFinal } from '#operations/rules/operation'
import type FindOperation from '#operations/queries/find_operation'
import type OperationWatch from '#operations/watch/operation_watch'
import type { WatchedProgress } from '#operations/watch/operation_watch'
import EventStream, { answeredHead } from './event_stream.js'
import { operationViewOf, toToldOperation } from './operation_transformer.js'
import { readEnded } from './read_ended.js'
import { findRequestedOperation } from './requested_operation.js'

/**
 * Sends the progress of an operation as server-sent events: `progress` when it changes, at most 5 a second, then
 * `end` with the whole operation (contract#operation-routes). The id of an event encodes the state that it showed. A
 * client that returns with Last-Event-ID receives only newer states. If it has already received the end, it gets 204,
 * so the browser stops reconnecting. The stream ends without `end` when the caller loses the right to it, or when the
 * operation no longer exists.
 * @throws Refusal RATE_LIMITED for a credential with too many open streams.
 */
export async function streamProgress(ctx: HttpContext, find: FindOperation, watch: OperationWatch) {
  const { request, response } = ctx
  const operation = await findRequestedOperation(ctx, find)
  if (response.response.destroyed) return
  let last = request.header('last-event-id') ?? null
  if (isFinal(operation.status) && last === stateOf(operation)) return response.status(204).send(null)
  if (answeredHead(ctx)) return
  const stream = new EventStream(ctx, watch)
  const stop = watch.watch(operation.id, (progress) => void show(progress))
  stream.onEnd(stop)

  async function show(progress: WatchedProgress | null) {
    if (!progress) return stream.end()
    const state = stateOf(progress)
    if (state === last || stream.busy) return
    last = state
    if (!isFinal(progress.status)) return stream.send('progress', shownProgress(progress), state)
    stop()
    const ended = (await stream.right.holds()) && (await readEnded(find, operation.id).catch(() => null))
    if (ended) stream.send('end', { operation: toToldOperation(ended, operationViewOf(ctx)) }, state)
    stream.end()
  }
}

/** Encodes an observed state of an operation as an event id. */
export function stateOf({
  status,
  processed,
  total,
}: Pick<WatchedProgress, 'status' | 'processed' | 'total'>) {
  return `${status}.${processed}.${total}`
}

/** The data of a `progress` event. */
export function shownProgress({ id, status, total, processed, succeeded, skipped, failed }: WatchedProgress) {
  return { id, status, progress: { total, processed, succeeded, skipped, failed } }
}
