import { inject } from '@adonisjs/core'
import type { Scope } from '#kernel/audit/scope'
import { TEST_DATA } from '#kernel/outbox/events'
import Refusal from '#kernel/refusals/refusal'
import Deliveries, { type DeliveryRow } from '#webhooks/queries/deliveries'
import Endpoints from '#webhooks/queries/endpoints'
import WebhookClient from '#webhooks/engine/webhook_client'
import { deliverNow } from '#webhooks/engine/direct_attempt'

/**
 * Sends test.ping to an endpoint immediately, with one attempt, and returns the delivery
 * (interface#47-webhook-management).
 * @throws Refusal NOT_FOUND, ENDPOINT_DISABLED
 */
@inject()
export default class SendTest {
  constructor(
    protected client: WebhookClient,
    protected endpoints: Endpoints,
    protected deliveries: Deliveries
  ) {}

  async execute(scope: Scope, endpointId: string): Promise<DeliveryRow> {
    await this.endpoints.open(scope, endpointId)
    const event = { kind: 'test', name: 'test.ping', data: TEST_DATA } as const
    const result = await deliverNow(this.client, endpointId, event)
    if (!result) throw new Refusal('ENDPOINT_DISABLED')
    return (await this.deliveries.byId(result.deliveryId))!
  }
}
