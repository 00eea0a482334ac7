import db from '@adonisjs/lucid/services/db'
import type { AttemptOutcome } from '#webhooks/rules/attempt_outcome'
import { mayBecome } from '#webhooks/rules/delivery_states'
import { rows } from '#kernel/database/sql'

const COUNTS = mayBecome('d.status', 'r.status')

/** The result of one attempt of one delivery. */
export type AttemptResult = AttemptOutcome & {
  deliveryId: string
  endpointId: string
  /** The number of the attempt; the first is 1. */
  attempt: number
  /** When it ended; milliseconds since the epoch. */
  at: number
  durationMs: number
  /** The beginning of the response body; null without a response. */
  answer: string | null
}

/**
 * Writes any number of results in one statement. A success always counts, because the receiver has the event. A
 * failure counts only if it is the attempt that the delivery expects next; a late result of an attempt that was
 * repeated elsewhere is ignored. A failure never revives a cancelled delivery: it only adds the attempt to its
 * record.
 */
export async function writeResults(results: AttemptResult[]) {
  if (results.length === 0) return
  await rows(
    db.connection(),
    `with result as materialized (
       select * from unnest(?::uuid[], ?::int[], ?::text[], ?::int[], ?::text[], ?::float8[], ?::float8[],
         ?::int[], ?::text[]) as r (id, attempt, status, response_status, error, next_ms, at_ms, duration_ms, answer)
     ),
     held as materialized (
       select d.id from webhook_deliveries d
       where d.id = any (?::uuid[]) order by d.id for update
     ),
     told as (
       update webhook_deliveries d set
         attempts = greatest(d.attempts, r.attempt),
         claimed_until = null,
         status = case when ${COUNTS} then r.status else d.status end,
         response_status = case when ${COUNTS} then r.response_status
           else d.response_status end,
         last_error = case when ${COUNTS} then r.error
           else d.last_error end,
         answer = case when ${COUNTS} then r.answer else d.answer end,
         next_retry_at = case when d.status = 'pending' then to_timestamp(r.next_ms / 1000) end,
         delivered_at = case when r.status = 'succeeded' then to_timestamp(r.at_ms / 1000) end
       from result r join held on held.id = r.id
       where d.id = r.id and d.status <> 'succeeded' and (r.status = 'succeeded' or d.attempts = r.attempt - 1)
       returning d.id
     )
     insert into webhook_attempts (delivery_id, attempt, at, message, response_status, duration_ms, answer)
     select r.id, r.attempt, to_timestamp(r.at_ms / 1000), r.error, r.response_status, r.duration_ms, r.answer
     from result r join told on told.id = r.id where r.error is not null
     on conflict do nothing`,
    [
      results.map((one) => one.deliveryId),
      results.map((one) => one.attempt),
      results.map((one) => one.status),
      results.map((one) => one.responseStatus),
      results.map((one) => one.error),
      results.map((one) => one.nextRetryAt),
      results.map((one) => one.at),
      results.map((one) => one.durationMs),
      results.map((one) => one.answer),
      results.map((one) => one.deliveryId),
    ]
  )
}

/** The health of one endpoint after some attempts. */
type Health = { failures: number; lastSuccessAt: number | null }

/**
 * Updates the health of endpoints (contract#endpoints): the last success and the failures since. Results must be in
 * the order in which the attempts ended.
 */
export async function writeHealth(results: AttemptResult[]) {
  const seen = new Map<string, Health>()
  for (const { endpointId, status, at } of results) {
    const health = seen.get(endpointId) ?? { failures: 0, lastSuccessAt: null }
    if (status === 'succeeded') seen.set(endpointId, { failures: 0, lastSuccessAt: at })
    else seen.set(endpointId, { ...health, failures: health.failures + 1 })
  }
  if (seen.size === 0) return
  await rows(
    db.connection(),
    `with held as materialized (
       select id from webhook_endpoints where id = any (?::uuid[]) order by id for no key update
     )
     update webhook_endpoints e set
       consecutive_failures = case when v.success_ms is null then e.consecutive_failures else 0 end + v.failures,
       last_success_at = greatest(e.last_success_at, to_timestamp(v.success_ms / 1000))
     from unnest(?::uuid[], ?::int[], ?::float8[]) as v (id, failures, success_ms) join held on held.id = v.id
     where e.id = v.id`,
    [
      [...seen.keys()],
      [...seen.keys()],
      [...seen.values()].map((one) => one.failures),
      [...seen.values()].map((one) => one.lastSuccessAt),
    ]
  )
}
