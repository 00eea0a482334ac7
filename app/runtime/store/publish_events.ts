import { authorizeTransaction } from '#kernel/database/authorize_store'
import { databaseNow } from '#kernel/database/database_time'
import MicroBatch, { eachSettled } from '#kernel/batching/micro_batch'
import { assertWanted, settleWanted } from './late_calls.js'
import { recordEvents, type OutgoingEvent } from '#kernel/outbox/outbox'

/** The events of one call. Once `isWanted` returns false, the caller has been answered and none may be written. */
type Told = { events: OutgoingEvent[]; isWanted: () => boolean }

/**
 * Events of calls that arrive together share one transaction; those that arrive during a transaction wait for the next
 * one. If an event cannot be written, only its own call fails.
 */
const inserts = new MicroBatch(
  (batch: Told[]) => settleWanted(batch, (wanted) => eachSettled(wanted, insert)),
  { size: 200, lanes: 1 }
)

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
 * Writes the events of a call; its answer waits for this. Once the answer is sent, the events reach the endpoints even
 * after a crash (contract#outbox).
 * @throws if the events cannot be written; Refusal SIGNING_UNAVAILABLE if it is too late. Then none is written.
 */
export function publishEvents(events: OutgoingEvent[], isWanted = () => true): Promise<void> {
  return inserts.add({ events, isWanted })
}
