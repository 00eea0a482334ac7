import db from '@adonisjs/lucid/services/db'
import { firstRow } from '#kernel/database/sql'
import { shownNumber } from '#kernel/text/shown_number'
import { FAILING_AFTER } from '#webhooks/engine/claims'
import { LONG_WAIT, type Symptom } from './diagnosis.js'

type DeliveryFacts = {
  /** How long the oldest event has waited to become deliveries; milliseconds, 0 without an event. */
  oldestEventMs: number
  /** Enabled endpoints whose last attempts have all failed, `FAILING_AFTER` or more. */
  failing: number
}

export async function examineDeliveries(): Promise<Symptom[]> {
  const facts = await firstRow<DeliveryFacts>(
    db.connection(),
    `select coalesce((select extract(epoch from clock_timestamp() - created_at) * 1000
         from outbox_events order by id limit 1), 0)::float8 as "oldestEventMs",
       (select count(*)::int from webhook_endpoints
        where enabled and deleted_at is null and consecutive_failures >= ${FAILING_AFTER}) as failing`
  )
  return judgeDeliveries(facts!)
}

/** @internal */
export function judgeDeliveries({ oldestEventMs, failing }: DeliveryFacts): Symptom[] {
  const found: Symptom[] = []
  if (oldestEventMs > LONG_WAIT) {
    found.push({
      status: 'problem',
      found: `the oldest event waits for ${shownNumber(Math.round(oldestEventMs / 1000))} s to be sent`,
      remedy: 'start a worker (npm run worker) that takes the queue webhooks',
    })
  }
  if (failing > 0) {
    found.push({
      status: 'warning',
      found: `${shownNumber(failing)} endpoints fail again and again`,
      remedy: 'their merchants see why in the console, under Webhooks',
    })
  }
  return found.length > 0 ? found : [{ status: 'ok', found: 'events leave at once' }]
}
