import { setTimeout as delay } from 'node:timers/promises'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { createMerchant } from './merchant.js'
import { openReceiver, type Received } from './receiver.js'
import { until } from './wait.js'
import { countByStatus, createEndpoint, emit } from './webhooks.js'
import { killWorker, Workers } from './worker_process.js'

const ENDPOINTS = 10

/**
 * Commits events for ten endpoints while two worker processes deliver them. One of the two, in turn, is killed with
 * SIGKILL at a random moment and replaced, except after the last kill; the other one keeps running. Returns the
 * receiver's requests and the rows when everything is settled.
 */
export async function crashWorkers(deliveries: number, kills: number, random: () => number) {
  // Slow enough that a kill finds attempts in flight.
  await using receiver = await openReceiver((_request, response) => {
    setTimeout(() => response.writeHead(204).end(), random() * 40)
  })
  const merchant = await createMerchant()
  const endpoints: { id: string }[] = []
  for (let at = 0; at < ENDPOINTS; at++) {
    endpoints.push(await createEndpoint(merchant, { url: `${receiver.url}/${at}` }))
  }
  const events = deliveries / ENDPOINTS
  const killedAt: number[] = []
  const workers = new Workers(
    // A busy machine may not answer in time; the next retry then comes soon.
    { WEBHOOK_TIMEOUT_SECONDS: '2', WEBHOOK_RETRY_DELAYS: '1,1,2,2,4,4' },
    ['webhooks']
  )
  try {
    const present = [await workers.begin(), await workers.begin()]
    for (let kill = 0; kill < kills; kill++) {
      const before = receiver.received.length
      await emitSome(merchant, Math.floor((events * kill) / kills), Math.floor((events * (kill + 1)) / kills))
      await until('deliveries go on', () => receiver.received.length > before, 60_000)
      await delay(random() * 300)
      const at = kill % 2
      await killWorker(present[at])
      // Requests that the dead worker had sent may arrive a moment after its end.
      killedAt.push(Date.now() + 200)
      if (kill < kills - 1) present[at] = await workers.begin({ last: kill === kills - 2 })
    }
    const counts = () => Promise.all(endpoints.map(({ id }) => countByStatus(id)))
    await until(
      'every delivery has succeeded',
      async () => (await counts()).every((count) => count.succeeded === events),
      120_000
    )
    return {
      ...{ events, received: receiver.received, counts: await counts(), killedAt },
      retried: await retriedBy(merchant.orgId),
    }
  } finally {
    await workers.close()
  }
}

/** Deliveries with a recorded failed attempt, as happens on a machine that is too busy to answer in time. */
async function retriedBy(orgId: string): Promise<Set<string>> {
  const found = await rows<{ id: string }>(
    db.connection(),
    `select d.id from webhook_deliveries d
     where d.org_id = ? and exists (select 1 from webhook_attempts a where a.delivery_id = d.id)`,
    [orgId]
  )
  return new Set(found.map(({ id }) => id))
}

/** Commits the events numbered from `from` up to but not including `to`, in transactions of different sizes. */
async function emitSome(merchant: Parameters<typeof emit>[0], from: number, to: number) {
  for (let next = from, size = 1; next < to; size *= 3) {
    const count = Math.min(size, to - next)
    const numbers = Array.from({ length: count }, (_, at) => ({ n: next + at }))
    await emit(merchant, 'license.created', numbers)
    next += count
  }
}

/** The numbers of the events that one endpoint received, each as often as it arrived. */
export function numbersAt(received: Received[], endpoint: number): number[] {
  return received
    .filter(({ path }) => path === `/hook/${endpoint}`)
    .map(({ body }) => (JSON.parse(body) as { data: { n: number } }).data.n)
}

/** Deliveries that arrived more than once, with the moments at which they arrived. */
export function repeated(received: Received[]): { id: string; times: number[] }[] {
  const times = new Map<string, number[]>()
  for (const { headers, at } of received) {
    const id = headers['x-service-delivery'] as string
    times.set(id, [...(times.get(id) ?? []), at])
  }
  return [...times]
    .filter(([, moments]) => moments.length > 1)
    .map(([id, moments]) => ({ id, times: moments }))
}
