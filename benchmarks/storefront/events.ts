import { setTimeout as delay } from 'node:timers/promises'
import type { Merchant } from '#tests/testkit/merchant'
import { goalOf } from '../promises.js'
import { median, openStage } from '../webhooks/stage.js'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const EVENTS = Number(process.env.BENCH_PROCESSOR_EVENTS ?? 10_000)

/**
 * P18: a queue of purchases that one worker turns into orders and licenses, with their timeline, events and mails. A worker
 * that is up is called once, and the time runs until nothing is left.
 */
export async function events() {
  const stage = await openStage()
  try {
    const { createMerchant } = await import('#tests/testkit/merchant')
    const merchant = await createMerchant()
    const processorId = await seedShop(merchant)
    const rates: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await queueEvents(merchant, processorId, round)
      rates.push(EVENTS / (await drained()))
    }
    const licenses = await count('licenses')
    if (licenses !== ROUNDS * EVENTS) throw new Error(`${licenses} licenses of ${ROUNDS * EVENTS} events`)
    const goal = goalOf('P18')
    console.log(
      `P18  ${EVENTS} queued purchases, events a second: ours ${median(rates).toFixed(0)} (${goal})`
    )
  } finally {
    await stage.close()
  }
}

/** A processor, and a listing that its price means. */
async function seedShop({ orgId, productId }: Merchant): Promise<string> {
  const { newId } = await import('#kernel/secrets/ids')
  const { newSettings } = await import('#storefront/rules/listing_fields')
  const [processorId, listingId] = [newId(), newId()]
  await query(
    `insert into processors (id, org_id, provider, name, secret, state, created_at, updated_at)
     values (?, ?, 'standard', 'Bench', '', 'ready', now(), now())`,
    [processorId, orgId]
  )
  await query(
    `insert into listings (id, org_id, product_id, kind, settings, published, created_at, updated_at)
     values (?, ?, ?, 'new', ?, true, now(), now())`,
    [listingId, orgId, productId, JSON.stringify(newSettings({ name: 'One year' }))]
  )
  const reference = `insert into listing_refs (processor_id, ref, listing_id) values (?, 'price_1', ?)`
  await query(reference, [processorId, listingId])
  return processorId
}

/** Purchases of as many people, which are not due yet. */
async function queueEvents({ orgId }: Merchant, processorId: string, round: number) {
  const { newId } = await import('#kernel/secrets/ids')
  const { sealSecret } = await import('#kernel/secrets/secrets')
  const made = Array.from({ length: EVENTS }, (_, at) => {
    const id = newId()
    const name = `${round}-${at}`
    const customer = { email: `${name}@example.net` }
    const data = { ref: `pay-${name}`, providerRef: 'price_1', customer, amount: 1900, currency: 'EUR' }
    const body = JSON.stringify({ type: 'purchase.paid', id: name, occurredAt: new Date(), data })
    return { id, name, body: sealSecret(body, `processor_events.body:${id}`) }
  })
  await query(
    `insert into processor_events
       (id, processor_id, org_id, provider_event_id, type, body, state, received_at)
     select v.id, ?, ?, v.name, 'purchase.paid', v.body, 'queued', now()
     from unnest(?::uuid[], ?::text[], ?::text[]) as v (id, name, body)`,
    [
      ...[processorId, orgId, made.map(({ id }) => id), made.map(({ name }) => name)],
      made.map(({ body }) => body),
    ]
  )
}

/** Seconds from the call of the worker until no event is left. */
async function drained(): Promise<number> {
  const { default: app } = await import('@adonisjs/core/services/app')
  const { default: Queues } = await import('#kernel/queues/queues')
  const queues = await app.container.make(Queues)
  await query(`update processor_events set due_at = now() where state = 'queued'`)
  const started = performance.now()
  await queues.dispatch('processor.events', {}, { once: 'processor.events' })
  while ((await count(`processor_events where state = 'queued'`)) > 0) await delay(50)
  return (performance.now() - started) / 1000
}

async function count(what: string): Promise<number> {
  const [{ count: found }] = await query<{ count: number }>(`select count(*)::int as count from ${what}`)
  return found
}

async function query<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
  const { default: db } = await import('@adonisjs/lucid/services/db')
  const { rows } = await import('#kernel/database/sql')
  return rows<Row>(db.connection(), sql, values)
}
