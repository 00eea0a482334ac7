import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { webhooks } from '#config/webhooks'
import type { Scope } from '#kernel/audit/scope'
import Refusal from '#kernel/refusals/refusal'
import { noSuch } from '#kernel/refusals/refusals'
import Deliveries, { type DeliveryRow, type ReplaySource } from '#webhooks/queries/deliveries'
import { oldestReplayable } from '#webhooks/rules/replayable'
import { rows } from '#kernel/database/sql'
import WebhookClient from '#webhooks/engine/webhook_client'
import { deliverNow } from '#webhooks/engine/direct_attempt'

/**
 * Sends the event of a delivery again, immediately, as a new delivery with one attempt
 * (interface#47-webhook-management). If it succeeds, pending retries of the same event to the same endpoint, those of
 * a bulk replay included, are cancelled, because they are no longer needed.
 * @throws Refusal NOT_FOUND, ENDPOINT_DISABLED
 */
@inject()
export default class ReplayDelivery {
  constructor(
    protected client: WebhookClient,
    protected deliveries: Deliveries
  ) {}

  async execute(scope: Scope, deliveryId: string): Promise<DeliveryRow> {
    const { endpointId, eventId } = await this.source(scope, deliveryId)
    const result = await deliverNow(this.client, endpointId, { kind: 'replay', eventId })
    if (!result) {
      // Either the endpoint was closed in the meantime, which this finds out, or the event was deleted.
      await this.source(scope, deliveryId)
      throw noSuch('delivery')
    }
    if (result.status === 'succeeded') await this.#endRetries(endpointId, eventId, result.deliveryId)
    return (await this.deliveries.byId(result.deliveryId))!
  }

  /** What a replay would send. @throws Refusal NOT_FOUND, ENDPOINT_DISABLED */
  async source(scope: Scope, deliveryId: string, now = Date.now()): Promise<ReplaySource> {
    const oldest = oldestReplayable(now, webhooks.retentionMs)
    const source = await this.deliveries.replaySource(scope, deliveryId, oldest)
    if (!source) throw noSuch('delivery')
    if (source.endpointRemoved) throw noSuch('webhook endpoint')
    if (!source.endpointEnabled) throw new Refusal('ENDPOINT_DISABLED')
    return source
  }

  /** Leaves other replays that are being sent right now, with one attempt, to their own callers. */
  #endRetries(endpointId: string, eventId: string, replayId: string) {
    return rows(
      db.connection(),
      `with waiting as materialized (
         select id from webhook_deliveries
         where event_id = ? and endpoint_id = ? and kind = 'automatic' and status = 'pending'
         union all
         select id from webhook_deliveries
         where event_id = ? and endpoint_id = ? and kind <> 'automatic' and status = 'pending' and max_attempts > 1
       ),
       held as materialized (
         select id, status from webhook_deliveries
         where id = any (array(select id from waiting)) order by id for update
       )
       update webhook_deliveries d
       set status = 'cancelled', next_retry_at = null, claimed_until = null, last_error = ?
       from held where d.id = held.id and held.status = 'pending'`,
      [eventId, endpointId, eventId, endpointId, `Delivered by the replay ${replayId}`]
    )
  }
}
