import type { HttpContext } from '@adonisjs/core/http'
import { isFinal } from '#operations/rules/operation'
import type FindOperation from '#operations/queries/find_operation'
import type OperationWatch from '#operations/watch/operation_watch'
import type { WatchedProgress } from '#operations/watch/operation_watch'
import EventStream, { answeredHead } from './event_stream.js'
import { operationViewOf, toToldOperation } from './operation_transformer.js'
import { shownProgress, stateOf } from './progress_stream.js'
import { readEnded } from './read_ended.js'

/**
 * Sends the progress of all open operations of an org, new ones included, as server-sent events: `progress` when an
 * operation changes, `end` with the whole operation (contract/01-changes#reads-for-a-console). The stream stays open
 * until the client disconnects, the caller loses the right to it, or the process stops.
 * @throws Refusal RATE_LIMITED for a credential with too many open streams.
 */
export function streamOpenOperations(ctx: HttpContext, find: FindOperation, watch: OperationWatch) {
  // A client that has already disconnected emits no further `close` event, so the stream would never end.
  if (ctx.response.response.destroyed) return
  if (answeredHead(ctx)) return
  const stream = new EventStream(ctx, watch)
  const known = new Map<string, { state: string; ended: boolean }>()
  let first = true
  stream.onEnd(watch.watchOrg(ctx.scope.orgId, show))

  function show(seen: WatchedProgress[]) {
    if (stream.busy) return
    for (const one of seen) {
      const state = stateOf(one)
      if (known.get(one.id)?.state === state) continue
      known.set(one.id, { state, ended: isFinal(one.status) })
      if (!isFinal(one.status)) stream.send('progress', shownProgress(one))
      // Operations that ended before the stream began are not reported.
      else if (!first) void tellEnd(one.id)
    }
    const visible = new Set(seen.map(({ id }) => id))
    for (const [id, { ended }] of known) {
      if (visible.has(id)) continue
      known.delete(id)
      // It ended and disappeared from the results while the client was slow or the database was unavailable.
      if (!ended) void tellEnd(id)
    }
    first = false
  }

  async function tellEnd(id: string) {
    const ended = (await stream.right.holds()) && (await readEnded(find, id).catch(() => false as const))
    if (ended) stream.send('end', { operation: toToldOperation(ended, operationViewOf(ctx)) })
    // The read failed, so the next look tries again. Null means that the operation no longer exists.
    else if (ended === false) known.set(id, { state: '', ended: false })
  }
}
