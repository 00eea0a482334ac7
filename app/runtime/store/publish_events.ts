import { authorizeTransaction } from '#kernel/database/authorize_store'
import { databaseNow } from '#kernel/database/database_time'
import MicroBatch, { eachSettled } from '#kernel/batching/micro_batch'
import { assertWanted } from './late_calls.js'
import { recordEvents, type OutgoingEvent } from '#kernel/outbox/outbox'

/** The events of one call. `isWanted` is false once its caller has been answered: then none of them may be written. */
type Told = { events: OutgoingEvent[]; isWanted: () => boolean }

/**
 * Events of calls that come in together share one transaction: those that arrive during one wait for the next. An
 * event that cannot be written fails its own call, and no other.
 */
const inserts = new MicroBatch((batch: Told[]) => eachSettled(batch, insert), { size: 200, lanes: 1 })

async function insert(batch: Told[]): Promise<void[]> {
  assertWanted(batch)
  await authorizeTransaction(async (trx) => {
    await recordEvents(
      trx,
      batch.flatMap(({ events }) => events),
      databaseNow()
    )
    assertWanted(batch)
  })
  return batch.map(() => undefined)
}

/**
 * Writes the events of a call whose answer waits for them: once it is sent, they will reach the endpoints
 * whatever crashes (contract#outbox).
 * @throws when they cannot be written; Refusal SIGNING_UNAVAILABLE when the caller's time is over. Then none is written.
 */
export function publishEvents(events: OutgoingEvent[], isWanted = () => true): Promise<void> {
  return inserts.add({ events, isWanted })
}
