import { readEvents } from '../core/event_stream.js'
import { pauseAfter } from '../core/retry.js'
import { watchSilence } from '../core/silence.js'
import { LatchkeyError } from '../errors.js'
import type { Operation, OperationNews } from './operation_types.js'
import { Operations } from './operations.js'

/** The operations of an org. */
export class OrgOperations extends Operations {
  /**
   * Yields updates of all operations of the org, new ones included, until you stop reading or the signal aborts. An
   * operation that has ended comes with all its fields. Streams are reopened if they break and while the service is
   * out of reach, however long that takes; if you miss an operation, read it.
   * @throws LatchkeyError for a refusal that another stream would get too; the reason of the signal once it aborts
   */
  async *watch({ signal }: { signal?: AbortSignal } = {}): AsyncGenerator<OperationNews, void, undefined> {
    const { clock, random } = this.transport
    let breaks = 0
    const lives = () => void (breaks = 0)
    for (;;) {
      let asked = 0
      try {
        yield* this.#follow(lives, signal)
      } catch (error) {
        signal?.throwIfAborted()
        asked = askedPause(error)
      }
      await clock.sleep(Math.max(asked, pauseAfter(++breaks, random)), signal)
    }
  }

  /** Reads one stream to its end. `lives` is called for everything that arrives, news or not. */
  async *#follow(lives: () => void, signal?: AbortSignal): AsyncGenerator<OperationNews, void, undefined> {
    const leaving = new AbortController()
    const leave = () => leaving.abort(signal?.reason)
    signal?.throwIfAborted()
    signal?.addEventListener('abort', leave, { once: true })
    const silence = watchSilence(this.transport.clock, leaving)
    const alive = () => {
      silence.feed()
      lives()
    }
    try {
      const { body } = await this.transport.open({
        method: 'GET',
        path: `${this.at}/stream`,
        headers: { accept: 'text/event-stream' },
        signal: leaving.signal,
      })
      for await (const { event, data } of readEvents(body!, alive)) {
        const told = JSON.parse(data) as OperationNews & { operation: Operation }
        yield event === 'end' ? told.operation : told
      }
    } finally {
      silence.end()
      leaving.abort()
      signal?.removeEventListener('abort', leave)
    }
  }
}

/**
 * The pause that the service asks for before the next stream, in milliseconds; 0 if a stream has only broken.
 * @throws LatchkeyError for a refusal that another stream would get too
 */
function askedPause(error: unknown): number {
  if (!(error instanceof LatchkeyError)) return 0
  if (error.retryAfter === null) throw error
  return error.retryAfter * 1000
}
