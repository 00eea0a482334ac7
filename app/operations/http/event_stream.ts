import type { HttpContext } from '@adonisjs/core/http'
import { PassThrough } from 'node:stream'
import StandingRight from '#access/standing_right'
import { sendHeadersOnly } from '#http/headers_only'
import { openStream } from '#http/open_streams'
import type OperationWatch from '#operations/watch/operation_watch'

/** How often a comment is sent, so that proxies keep the connection open. Milliseconds. */
const KEEP_ALIVE = 15_000

/**
 * A response with server-sent events about operations. It ends when the client disconnects, the caller loses the
 * right to it (contract/01-changes#rights-end-everything), or the process stops.
 */
export default class EventStream {
  readonly right: StandingRight
  #events = new PassThrough()
  #cleanups: (() => void)[]
  #timer: NodeJS.Timeout

  /** @throws Refusal RATE_LIMITED for a credential with too many open streams. */
  constructor(ctx: HttpContext, watch: OperationWatch) {
    const { response, scope } = ctx
    this.#cleanups = [openStream(`${scope.actor.type} ${scope.actor.id}`)]
    writeHeaders(ctx)
    this.#events.write('retry: 1000\n\n')
    this.#timer = setInterval(() => this.#events.write(': still here\n\n'), KEEP_ALIVE)
    const leave = () => this.end()
    this.right = new StandingRight(ctx, leave)
    this.onEnd(watch.onClose(leave))
    response.response.once('close', leave)
    response.stream(this.#events)
  }

  /** Whether to skip events other than the last one: the client reads slowly, or has disconnected. */
  get busy(): boolean {
    return this.#events.writableEnded || this.#events.writableNeedDrain
  }

  get ended(): boolean {
    return this.#events.writableEnded
  }

  /** Sends an event; the client returns `id` as Last-Event-ID. */
  send(event: string, data: object, id?: string) {
    if (this.ended) return
    this.#events.write(
      `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
    )
  }

  /** Calls `cleanup` once the stream has ended. */
  onEnd(cleanup: () => void) {
    this.#cleanups.push(cleanup)
  }

  end() {
    clearInterval(this.#timer)
    this.right.stop()
    for (const cleanup of this.#cleanups.splice(0)) cleanup()
    this.#events.end()
  }
}

/** Answers HEAD with the headers of the stream; returns whether it did. A stream would hold a place until it ends. */
export function answeredHead(ctx: HttpContext): boolean {
  if (ctx.request.method() !== 'HEAD') return false
  writeHeaders(ctx)
  sendHeadersOnly(ctx)
  return true
}

function writeHeaders({ response }: HttpContext) {
  response.header('Content-Type', 'text/event-stream; charset=utf-8')
  response.header('Cache-Control', 'no-cache, no-transform')
  response.header('X-Accel-Buffering', 'no')
}
