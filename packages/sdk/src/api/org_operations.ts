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
   * operation that has ended comes with all its fields. Broken streams are reopened; if you miss an operation, read
   * it.
   * @throws LatchkeyError for a refusal; the reason of the signal once it aborts
   */
  async *watch({ signal }: { signal?: AbortSignal } = {}): AsyncGenerator<OperationNews, void, undefined> {
    const { clock, random } = this.transport
    for (let breaks = 0; ;) {
      try {
        for await (const news of this.#follow(signal)) {
          breaks = 0
          yield news
        }
      } catch (error) {
        signal?.throwIfAborted()
        if (error instanceof LatchkeyError) throw error
      }
      await clock.sleep(pauseAfter(++breaks, random), signal)
    }
  }

  /** Reads one stream to its end. */
  async *#follow(signal?: AbortSignal): AsyncGenerator<OperationNews, void, undefined> {
    const leaving = new AbortController()
    const leave = () => leaving.abort(signal?.reason)
    signal?.throwIfAborted()
    signal?.addEventListener('abort', leave, { once: true })
    const silence = watchSilence(this.transport.clock, leaving)
    try {
      const { body } = await this.transport.open({
        method: 'GET',
        path: `${this.at}/stream`,
        headers: { accept: 'text/event-stream' },
        signal: leaving.signal,
      })
      for await (const { event, data } of readEvents(body!, silence.feed)) {
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
