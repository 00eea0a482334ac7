import { setTimeout as delay } from 'node:timers/promises'
import type { Merchant } from '#tests/testkit/merchant'
import { goalOf } from '../promises.js'
import { median, openStage } from '../webhooks/stage.js'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const EVENTS = Number(process.env.BENCH_PROCESSOR_EVENTS ?? 10_000)

/** Whether a due event is left. It uses the index, so that the query takes no time from the measured worker. */
const DUE = '(select 1 from processor_events where due_at is not null limit 1) left_over'

/** The type of the queued events of a round. */
type Kind = 'purchase.paid' | 'subscription.renewed'

/**
 * P18: one worker turns queued purchases into orders and licenses, with their timeline, events and mails, and then
 * handles the renewals of those purchases. A running worker is called once, and the time runs until no event is left.
 */
export async function events() {
  const stage = await openStage()
  try {
    const { createMerchant } = await import('#tests/testkit/merchant')
    const merchant = await createMerchant()
    const processorId = await seedShop(merchant)
    for (const kind of ['purchase.paid', 'subscription.renewed'] as const) {
      const rates: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        await queueEvents(merchant, processorId, kind, round)
        rates.push(EVENTS / (await drained()))
      }
      await check(kind)
      console.log(
        `P18  ${EVENTS} queued events ${kind}, events a second: ours ${median(rates).toFixed(0)} (${goalOf('P18')})`
      )
    }
  } finally {
    await stage.close()
  }
}

/** Checks that there are as many licenses as events (for renewals: unexpired ones). @throws if there are not. */
async function check(kind: Kind) {
  const wanted = ROUNDS * EVENTS
  const made = await count(kind === 'purchase.paid' ? 'licenses' : `licenses where expires_at > now()`)
  if (made !== wanted) throw new Error(`${made} licenses of ${wanted} events ${kind}`)
}

/** Adds a processor, and a listing for its price. */
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
    [
      listingId,
      orgId,
      productId,
      JSON.stringify(newSettings({ name: 'One year', terms: { expiresAfterDays: 365 } })),
    ]
  )
  const reference = `insert into listing_refs (processor_id, ref, listing_id) values (?, 'price_1', ?)`
  await query(reference, [processorId, listingId])
  return processorId
}

/** Queues events for the purchases of as many people; they are not due yet. */
async function queueEvents({ orgId }: Merchant, processorId: string, type: Kind, round: number) {
  const { newId } = await import('#kernel/secrets/ids')
  const { sealSecret } = await import('#kernel/secrets/secrets')
  const periodEnd = new Date(Date.now() + 30 * 24 * 3600 * 1000)
  const made = Array.from({ length: EVENTS }, (_, at) => {
    const id = newId()
    const name = `${round}-${at}`
    const customer = { email: `${name}@example.net` }
    const paid = { ref: `pay-${name}`, providerRef: 'price_1', customer, amount: 1900, currency: 'EUR' }
    const data = { ...paid, ...(type === 'subscription.renewed' && { periodEnd }) }
    const body = JSON.stringify({ type, id: name, occurredAt: new Date(), data })
    return { id, name: `${type} ${name}`, body: sealSecret(body, `processor_events.body:${id}`) }
  })
  await query(
    `insert into processor_events
       (id, processor_id, org_id, provider_event_id, type, body, state, received_at)
     select v.id, ?, ?, v.name, ?, v.body, 'queued', now()
     from unnest(?::uuid[], ?::text[], ?::text[]) as v (id, name, body)`,
    [
      ...[processorId, orgId, type, made.map(({ id }) => id)],
      ...[made.map(({ name }) => name), made.map(({ body }) => body)],
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
  while ((await count(DUE)) > 0) await delay(50)
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
