import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { median, openStage, percentile } from './webhooks/stage.js'
import { goalOf } from './promises.js'

/** Fifty endpoints with two attempts in flight each, the same hundred as in the plain loop. */
const ENDPOINTS = 50
const HANGING = 5
const PER_ENDPOINT = 2
const ROUNDS = 3
const EVENTS = Number(process.env.BENCH_WEBHOOK_EVENTS ?? 200)

process.env.WEBHOOK_ENDPOINT_CONCURRENCY ??= String(PER_ENDPOINT)

/**
 * P8: deliveries per second from the outbox to durable rows, against a plain undici loop that posts the same signed
 * bodies with the same concurrency. P9: how hanging endpoints affect the delay of the others. Also the latency of a
 * single event when the worker is idle.
 */
export default async function run() {
  const stage = await openStage()
  try {
    await latency(stage)
    await throughput(stage.port)
    await headOfLine(stage)
  } finally {
    await stage.close()
  }
}

/** The time from just before the commit of one event to its arrival, with an idle worker. */
async function latency({ port, delays }: Awaited<ReturnType<typeof openStage>>) {
  const { createEndpoint, emit } = await import('#tests/testkit/webhooks')
  const merchant = await newMerchant()
  await createEndpoint(merchant, { url: `http://127.0.0.1:${port}/alone` })
  for (let at = 0; at < 50; at++) {
    await delay(150 + Math.random() * 150)
    await emit(merchant, 'license.created', [{ at }])
  }
  await delay(500)
  const seen = await delays()
  const [usual, most] = [percentile(seen, 0.5), percentile(seen, 0.95)]
  console.log(
    `    ms from the commit of a single event to its arrival: p50 ${usual}, p95 ${most} (goal < 300)`
  )
}

async function throughput(port: number) {
  const ours: number[] = []
  const ceiling: number[] = []
  const merchant = await newMerchant()
  await addEndpoints(merchant, (at) => `http://127.0.0.1:${port}/${at}`)
  for (let round = 0; round < ROUNDS; round++) {
    ceiling.push(await plainLoop(port, EVENTS * ENDPOINTS))
    ours.push(await engine(merchant, EVENTS))
  }
  row('P8', 'deliveries a second, 50 endpoints, rows durable', median(ours), median(ceiling), goalOf('P8'))
}

async function headOfLine(stage: Awaited<ReturnType<typeof openStage>>) {
  const healthy: number[] = []
  const hanging: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    healthy.push(await delayOf(stage, 0))
    hanging.push(await delayOf(stage, HANGING))
  }
  const name = `p95 ms from event to receiver, ${HANGING} of ${ENDPOINTS} endpoints hanging / none`
  row('P9', name, median(hanging), median(healthy), goalOf('P9'))
}

function row(promise: string, name: string, ours: number, ceiling: number, goal: string) {
  const ratio = (ours / ceiling).toFixed(2)
  console.log(
    `${promise}  ${name}: ours ${ours.toFixed(0)}, ceiling ${ceiling.toFixed(0)}, ratio ${ratio} (${goal})`
  )
}

async function newMerchant() {
  const { createMerchant } = await import('#tests/testkit/merchant')
  return createMerchant()
}

async function addEndpoints(merchant: Awaited<ReturnType<typeof newMerchant>>, url: (at: number) => string) {
  const { createEndpoint } = await import('#tests/testkit/webhooks')
  for (let at = 0; at < ENDPOINTS; at++) await createEndpoint(merchant, { url: url(at) })
}

/** Deliveries per second of the worker: from the commit of the events to every result durable. */
async function engine(merchant: Awaited<ReturnType<typeof newMerchant>>, events: number): Promise<number> {
  const { emit } = await import('#tests/testkit/webhooks')
  const started = performance.now()
  await emit(merchant, 'license.created', new Array(events).fill({ licenseId: crypto.randomUUID() }))
  while ((await unfinished()) > 0) await delay(20)
  return (events * ENDPOINTS) / ((performance.now() - started) / 1000)
}

async function unfinished(): Promise<number> {
  const { default: db } = await import('@adonisjs/lucid/services/db')
  const { rows } = await import('#kernel/database/sql')
  const [{ left }] = await rows<{ left: number }>(
    db.connection(),
    `select ((select count(*) from outbox_events)
       + (select count(*) from (select 1 from webhook_deliveries where status = 'pending' limit 1) p))::int as left`
  )
  return left
}

/** Signed posts per second of a loop that does nothing else. */
async function plainLoop(port: number, posts: number): Promise<number> {
  const { Agent, request } = await import('undici')
  const { envelope } = await import('#kernel/outbox/events')
  const { signedHeaders, newWebhookSecret } = await import('#webhooks/engine/signatures')
  const { sealSecret } = await import('#kernel/secrets/secrets')
  const endpointId = randomUUID()
  const secrets = [sealSecret(newWebhookSecret(), `webhook_endpoints.secret:${endpointId}`)]
  const dispatcher = new Agent({ connections: ENDPOINTS * PER_ENDPOINT })
  let sent = 0
  const work = async () => {
    while (sent < posts) {
      const at = sent++
      const body = envelope('license.created', '{"licenseId": "x"}', Date.now())
      const delivery = { id: String(at), endpointId, event: 'license.created', body, secrets }
      const headers = signedHeaders(delivery, Date.now())
      const url = `http://127.0.0.1:${port}/${at % ENDPOINTS}`
      const response = await request(url, { method: 'POST', headers, body, dispatcher })
      await response.body.dump()
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: ENDPOINTS * PER_ENDPOINT }, work))
  const seconds = (performance.now() - started) / 1000
  await dispatcher.close()
  return posts / seconds
}

/** The 95th percentile of the delay of healthy endpoints while events arrive at a steady rate for some seconds. */
async function delayOf({ port, delays }: Awaited<ReturnType<typeof openStage>>, hanging: number) {
  const { emit } = await import('#tests/testkit/webhooks')
  const merchant = await newMerchant()
  await addEndpoints(merchant, (at) => `http://127.0.0.1:${port}/${at < hanging ? 'hang/' : ''}${at}`)
  await delays()
  for (let at = 0; at < 100; at++) {
    await emit(merchant, 'license.created', [{ at }])
    await delay(60)
  }
  await delay(500)
  await endDeliveries()
  return percentile(await delays(), 0.95)
}

/** Cancels open deliveries, so that none is due in the next round. */
async function endDeliveries() {
  const { default: db } = await import('@adonisjs/lucid/services/db')
  await db.rawQuery(
    `update webhook_deliveries set status = 'cancelled', next_retry_at = null where status = 'pending'`
  )
}
