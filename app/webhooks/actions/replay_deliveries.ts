import { inject } from '@adonisjs/core'
import { webhooks } from '#config/webhooks'
import type { Scope } from '#kernel/audit/scope'
import { firstIdOf } from '#webhooks/rules/id_range'
import { oldestReplayable } from '#webhooks/rules/replayable'
import { maxAttempts } from '#webhooks/rules/retry_schedule'
import Endpoints from '#webhooks/queries/endpoints'
import Queues from '#kernel/queues/queues'
import { databaseMoment } from '#kernel/database/database_moment'
import { firstRow } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'

/** Selects the deliveries of an endpoint to send again. Times are milliseconds since the epoch. */
export type ReplaySelection = {
  status?: 'failed' | 'cancelled' | 'succeeded'
  event?: string
  since: number
  until?: number
  dryRun?: boolean
}

/** The most events that one call sends; another call continues with the next ones. */
const MAX_EVENTS = 100_000

/**
 * Sends events of an endpoint again (contract#bulk-replay): one new delivery, with retries, for each event, tests
 * included, that has a delivery with the requested status in the requested period. Events with a pending delivery are
 * skipped, and so are events that another delivery has since delivered, unless the requested status is `succeeded`.
 * Returns the number of events. Deliveries are dated and due by the clock of the database, so the period and the new
 * deliveries go by it too, unless the caller states `moment`.
 * @throws Refusal NOT_FOUND, ENDPOINT_DISABLED
 */
@inject()
export default class ReplayDeliveries {
  constructor(
    protected endpoints: Endpoints,
    protected queues: Queues
  ) {}

  async execute(scope: Scope, endpointId: string, selection: ReplaySelection, moment?: Millis) {
    await this.endpoints.open(scope, endpointId)
    return transaction(async (trx) => {
      // Concurrent calls run one after the other, so the second sees what the first has queued.
      await firstRow(trx, `select pg_advisory_xact_lock(hashtextextended(?, 7))`, [endpointId])
      const now = moment ?? (await databaseMoment(trx))
      const made = await firstRow<{ count: number }>(trx, ...statement(endpointId, selection, now))
      const { count } = made!
      if (count > 0 && !selection.dryRun) {
        trx.after('commit', () => this.queues.dispatch('webhooks.deliver', {}))
      }
      return count
    })
  }
}

function statement(endpointId: string, selection: ReplaySelection, now: number): [string, unknown[]] {
  const { status = 'failed', event = null, since, until = now, dryRun = false } = selection
  const elsewhere = (kind: string) => `not exists (
    select 1 from webhook_deliveries o where o.event_id = d.event_id and o.endpoint_id = d.endpoint_id
      and ${kind} and o.status = any (?::text[]))`
  const settled = status === 'succeeded' ? ['pending'] : ['pending', 'succeeded']
  const sql = `with chosen as materialized (
       select distinct on (d.event_id) d.event_id, d.event, d.org_id from webhook_deliveries d
       where d.endpoint_id = ? and d.id >= ?::uuid and d.id < ?::uuid
         and d.status = ? and (?::text is null or d.event = ?)
         and ${elsewhere(`o.kind = 'automatic'`)} and ${elsewhere(`o.kind <> 'automatic'`)}
       order by d.event_id limit ${MAX_EVENTS}
     ),
     made as (
       insert into webhook_deliveries
         (id, org_id, endpoint_id, event_id, event, kind, max_attempts, next_retry_at, created_at)
       select uuid_v7_at(?::timestamptz), org_id, ?, event_id, event, 'replay', ?, ?::timestamptz, ?::timestamptz
       from chosen where not ?::boolean
     )
     select count(*)::int as count from chosen`
  const at = new Date(now)
  const oldest = oldestReplayable(now, webhooks.retentionMs)
  const bindings = [
    ...[
      endpointId,
      firstIdOf(Math.max(since, oldest)),
      firstIdOf(until + 1),
      status,
      event,
      event,
      settled,
      settled,
    ],
    ...[at, endpointId, maxAttempts(webhooks.retryDelays), at, at, dryRun],
  ]
  return [sql, bindings]
}
