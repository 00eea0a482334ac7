import { retryClassOf } from '../codes.js'
import type { Clock } from '../core/clock.js'
import { readEvents } from '../core/event_stream.js'
import { watchSilence } from '../core/silence.js'
import { LatchkeyError } from '../errors.js'
import type { Operation } from './operation_types.js'

/** The fields that the events of an operation carry. */
export type Seen = Pick<Operation, 'status' | 'progress'>

/** Access to an operation for `waitForEnd`. */
export type Watched = {
  clock: Clock
  random: () => number
  read: (signal?: AbortSignal) => Promise<Operation>
  /** Opens the stream of the events after the event `last`. */
  open: (last: string | null, signal: AbortSignal) => Promise<Response>
}

/** The streams of an operation's progress. Each new stream continues after the last received event. */
export class ProgressStream {
  /** False once it is clear that no stream is available. */
  isUseful = true
  #last: string | null = null

  constructor(
    protected watched: Watched,
    protected signal?: AbortSignal
  ) {}

  /**
   * Reads one stream until it ends or breaks.
   * @throws LatchkeyError for a refusal that another stream would get too; the reason of the signal once it aborts
   */
  async *follow(): AsyncGenerator<Seen, void, undefined> {
    const { signal } = this
    const leaving = new AbortController()
    const leave = () => leaving.abort(signal?.reason)
    signal?.addEventListener('abort', leave, { once: true })
    const silence = watchSilence(this.watched.clock, leaving)
    try {
      signal?.throwIfAborted()
      const { body, headers } = await this.watched.open(this.#last, leaving.signal)
      if (!body || !headers.get('content-type')?.startsWith('text/event-stream')) {
        this.isUseful = false
        return
      }
      for await (const { id, event, data } of readEvents(body, silence.feed)) {
        this.#last = id ?? this.#last
        const told = JSON.parse(data) as Seen & { operation: Seen }
        yield event === 'end' ? told.operation : told
      }
    } catch (error) {
      signal?.throwIfAborted()
      this.#judge(error)
    } finally {
      silence.end()
      leaving.abort()
      signal?.removeEventListener('abort', leave)
    }
  }

  /**
   * Decides after a failure: a broken stream may be followed by another; with too many open streams, only polling is
   * left.
   */
  #judge(error: unknown) {
    if (!(error instanceof LatchkeyError)) return
    if (retryClassOf(error.code, error.status) !== 'wait') throw error
    if (error.status === 429) this.isUseful = false
  }
}
