import { authorizeConnection } from './authorize_store.js'
import MicroBatch from './micro_batch.js'
import { recordEvents, type OutgoingEvent } from './outbox.js'

/** Events of calls that come in together share one insert: those that arrive during one wait for the next. */
const inserts = new MicroBatch<OutgoingEvent[], void>(
  async (batches) => {
    await recordEvents(authorizeConnection(), batches.flat(), Date.now())
    return batches.map(() => undefined)
  },
  { size: 200, lanes: 1 }
)

/**
 * Writes the events of a call whose answer waits for them: once it is sent, they will reach the endpoints
 * whatever crashes (contract 6).
 */
export function publishEvents(events: OutgoingEvent[]): Promise<void> {
  return inserts.add(events)
}
