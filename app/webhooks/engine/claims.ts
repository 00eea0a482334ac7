import db from '@adonisjs/lucid/services/db'
import { webhooks } from '#config/webhooks'
import { carriedInFull } from '#kernel/outbox/full_payload'
import { millis, rows, type SqlExecutor } from '#kernel/database/sql'

/** A delivery that this process may attempt until its lease ends. */
export type ClaimedDelivery = {
  id: string
  orgId: string
  endpointId: string
  event: string
  /** The event's data as JSON text. */
  data: string
  /** When the event happened; milliseconds since the epoch. */
  at: number
  attempts: number
  maxAttempts: number
  url: string
  /** Sealed. */
  secret: string
  previousSecret: string | null
  previousSecretUntil: number | null
}

export type ClaimRequest = {
  /** How many deliveries to claim at most. */
  limit: number
  /** The most due deliveries of one endpoint that may be claimed at a time, over all processes. */
  perEndpoint: number
  /** A higher limit for single endpoints, which this process has seen keep up with more. */
  windows: ReadonlyMap<string, number>
  /**
   * How many claimed deliveries this process holds for each org. An org never gets more than what then remains for
   * all others, so even if all its attempts hang there is room for one more org.
   */
  held: ReadonlyMap<string, number>
  /** Lease of the claim. Milliseconds. */
  leaseMs: number
}

/** Time to write the result of an attempt before its lease ends. Milliseconds. */
const WRITE_MARGIN = 5000

/**
 * The longest time that a claimed delivery may wait for its attempt, in milliseconds: the rest of the lease must
 * cover the attempt.
 */
export function maxWaitMs(): number {
  return webhooks.timeoutMs / 2
}

/** Lease of a claim in milliseconds: the longest wait, the longest attempt, and the time to write the result. */
export function leaseMs(): number {
  return maxWaitMs() + webhooks.timeoutMs + WRITE_MARGIN
}

/**
 * SQL for the data of event `v` that endpoint `e` receives, as JSON text. Full payloads carry the license; if the
 * event was written before the endpoint asked for full payloads, it is the license as it is now.
 */
export function deliveredData(): string {
  return `case when e.payload = 'full' and v.name like 'license.%' then v.data || jsonb_build_object('license',
  coalesce(v.license, ${carriedInFull('v.data')})) else v.data end::text`
}

/** Rows at the head of the queue to look at before walking the index over all endpoints. */
const HEAD = 1000

/**
 * An endpoint with this many failures since its last success gets few attempts at a time, unless it responds quickly.
 */
export const FAILING_AFTER = 20
const FAILING_WINDOW = 2

/**
 * Claims due deliveries fairly: it alternates between the endpoints of an org and between orgs. An endpoint with a
 * hundred thousand due deliveries cannot crowd out one with a single delivery.
 *
 * For each endpoint only the first due deliveries up to its limit count, claimed ones included. This bounds its
 * attempts in flight over all processes, and the number of deliveries that a crash can send twice. Expired leases are
 * claimed again (at least once). Disabled and removed endpoints are left out.
 *
 * The head of the queue shows which endpoints have due deliveries. If the head is full, the index over endpoints is
 * walked from one to the next, so that a long queue of one endpoint cannot hide the others. Each endpoint is looked
 * up by itself (hence the limit of 1), so endpoints without due deliveries cost nothing.
 *
 * The chosen deliveries are locked by an array of ids alone and checked afterwards, so that Postgres looks each of them
 * up: with a join, or the status among the conditions, it may choose to read all pending deliveries for each one.
 */
export function claimDue(
  request: ClaimRequest,
  now = Date.now(),
  client: SqlExecutor = db.connection()
): Promise<ClaimedDelivery[]> {
  const { limit, perEndpoint, windows, held, leaseMs } = request
  return rows<ClaimedDelivery>(
    client,
    `with recursive moment as (select to_timestamp(?::float8 / 1000)::timestamptz(3) as at),
     head as materialized (
       select endpoint_id from webhook_deliveries
       where next_retry_at <= to_timestamp(?::float8 / 1000)
       order by next_retry_at limit ${HEAD}
     ),
     walk (endpoint_id) as (
       (select endpoint_id from webhook_deliveries
        where status = 'pending' and (select count(*) = ${HEAD} from head) order by endpoint_id limit 1)
       union all
       select (select d.endpoint_id from webhook_deliveries d
               where d.status = 'pending' and d.endpoint_id > walk.endpoint_id order by d.endpoint_id limit 1)
       from walk where walk.endpoint_id is not null
     ),
     lanes as materialized (
       select e.id, e.org_id,
         case when e.consecutive_failures >= ${FAILING_AFTER} then coalesce(w.size, ${FAILING_WINDOW})
           else greatest(w.size, ?) end as size
       from (select endpoint_id from head union select endpoint_id from walk) due
       cross join lateral (
         select id, org_id, consecutive_failures from webhook_endpoints
         where id = due.endpoint_id and enabled limit 1
       ) e
       left join unnest(?::uuid[], ?::int[]) as w (id, size) on w.id = e.id
     ),
     free as (
       select d.id, lanes.org_id, d.place from lanes cross join lateral (
         select id, claimed_until, row_number() over (order by next_retry_at, id) as place
         from webhook_deliveries
         where endpoint_id = lanes.id and status = 'pending'
           and next_retry_at <= to_timestamp(?::float8 / 1000)
         order by next_retry_at, id limit lanes.size
       ) d
       where d.claimed_until is null or d.claimed_until < (select at from moment)
     ),
     chosen as (
       select id from (
         select id, org_id, place, row_number() over (partition by org_id order by place) as turn from free
       ) lined_up
       left join unnest(?::uuid[], ?::int[]) as h (org_id, held) using (org_id)
       where coalesce(h.held, 0) < ?
         and turn <= greatest(1, (? - coalesce(h.held, 0)) / (select 1 + count(distinct org_id) from free))
       order by turn, place limit ?
     ),
     locked as (
       select id, status, claimed_until from webhook_deliveries
       where id = any (array(select id from chosen)) for update skip locked
     ),
     claimed as (
       update webhook_deliveries d set claimed_until = to_timestamp(?::float8 / 1000)
       where d.id = any (array(select id from locked
         where status = 'pending' and (claimed_until is null or claimed_until < (select at from moment))))
       returning d.id, d.org_id, d.endpoint_id, d.event_id, d.attempts, d.max_attempts
     )
     select c.id, c.org_id as "orgId", c.endpoint_id as "endpointId", v.name as event, ${deliveredData()} as data,
       ${millis('v.created_at', 'at')}, c.attempts, c.max_attempts as "maxAttempts", e.url, e.secret,
       e.previous_secret as "previousSecret", ${millis('e.previous_secret_until', 'previousSecretUntil')}
     from claimed c join webhook_events v on v.id = c.event_id join webhook_endpoints e on e.id = c.endpoint_id
     order by c.event_id`,
    [
      ...[now, now, perEndpoint, [...windows.keys()], [...windows.values()], now],
      ...[[...held.keys()], [...held.values()], limit, limit, limit, now + leaseMs],
    ]
  )
}

/** Releases claimed deliveries without an attempt, so that any process may claim them. */
export async function releaseClaims(ids: string[]) {
  if (ids.length === 0) return
  await rows(
    db.connection(),
    `update webhook_deliveries d set claimed_until = null
     from (select id, status from webhook_deliveries where id = any (?::uuid[]) order by id for update) held
     where d.id = held.id and held.status = 'pending'`,
    [ids]
  )
}

/** Returns those of the given endpoints that must not receive deliveries any more. */
export async function closedEndpoints(ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const closed = await rows<{ id: string }>(
    db.connection(),
    `select a.id from unnest(?::uuid[]) as a (id) left join webhook_endpoints e on e.id = a.id
     where e.id is null or not e.enabled`,
    [ids]
  )
  return closed.map(({ id }) => id)
}
