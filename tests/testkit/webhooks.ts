import db from '@adonisjs/lucid/services/db'
import { webhooks } from '#config/webhooks'
import app from '@adonisjs/core/services/app'
import UpdateEndpoint from '#webhooks/actions/update_endpoint'
import CreateEndpoint, { type NewEndpoint } from '#webhooks/actions/create_endpoint'
import type { Scope } from '#kernel/audit/scope'
import Deliveries, { type DeliveryRow } from '#webhooks/queries/deliveries'
import { SYSTEM } from '#kernel/audit/audit'
import type { EventName } from '#kernel/outbox/events'
import { recordEvents, type OutgoingEvent } from '#kernel/outbox/outbox'
import { rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import WebhookClient from '#webhooks/engine/webhook_client'
import { drainOutbox } from '#webhooks/engine/drain'
import WebhookEngine from '#webhooks/engine/webhook_engine'
import type { Merchant } from './merchant.js'

/** The scope of a merchant's product, as the routes of a product create it. */
export function productScope({ scope, productId }: Merchant): Scope {
  return { ...scope, productId }
}

export function createEndpoint(merchant: Merchant, endpoint: Partial<NewEndpoint> & { url: string }) {
  return new CreateEndpoint().execute(productScope(merchant), { events: ['*'], ...endpoint }, SYSTEM)
}

/** Commits events of a merchant's product, as a change of licenses would. */
export async function emit(merchant: Merchant, name: EventName, datas: object[], now = Date.now()) {
  const { orgId, productId } = merchant
  await transaction((trx) =>
    recordEvents(
      trx,
      datas.map((data) => ({ orgId, productId, name, data: { ...data } }) as OutgoingEvent),
      now
    )
  )
}

/** Every delivery of an endpoint, newest first. */
export async function deliveriesOf(endpointId: string): Promise<DeliveryRow[]> {
  const page = await new Deliveries().page({ endpointId }, {}, 10_000, null)
  return page!.deliveries
}

/** The number of deliveries of an endpoint, by status. */
export async function countByStatus(endpointId: string): Promise<Record<string, number>> {
  const found = await rows<{ status: string; count: number }>(
    db.connection(),
    `select status, count(*)::int as count from webhook_deliveries where endpoint_id = ? group by status`,
    [endpointId]
  )
  return Object.fromEntries(found.map(({ status, count }) => [status, count]))
}

/** An engine that runs only when the test calls `run`, with a clock that the test sets. */
export function manualEngine(options: Partial<ConstructorParameters<typeof WebhookClient>[0]> = {}) {
  const clock = { now: Date.now() }
  // No test queries a name server.
  const client = new WebhookClient({ ...webhooks, resolve: async () => [], ...options })
  const engine = new WebhookEngine(client, { now: () => clock.now, synchronize: async () => {} })
  return {
    clock,
    engine,
    /**
     * Drains the outbox and makes the attempts that are due at the clock's time; returns when the results are durable.
     */
    run: (ms = 20_000) => engine.untilIdle(AbortSignal.timeout(ms)),
    [Symbol.asyncDispose]: () => engine.stop(),
  }
}

export async function disable(merchant: Merchant, id: string) {
  const update = await app.container.make(UpdateEndpoint)
  await update.execute(productScope(merchant), id, { enabled: false }, SYSTEM)
}

/** Turns all events of the outbox into deliveries without attempting them. */
export async function drainAll(now = Date.now()) {
  while ((await drainOutbox(1000, now)).events > 0);
}
