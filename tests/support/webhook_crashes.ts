import { setTimeout as delay } from 'node:timers/promises'
import { databaseUrl } from '#services/datastores'
import { createMerchant } from './merchant.js'
import { start, type Running } from './processes.js'
import { openReceiver, type Received } from './receiver.js'
import { until } from './wait.js'
import { countByStatus, createEndpoint, emit } from './webhooks.js'

const ENDPOINTS = 10

/** A worker process of its own, on the database of the tests; it serves the webhook queue only. */
export function startWorker(env: Record<string, string | undefined> = {}): Running {
  return start(['ace.js', 'queue:work', '--queues', 'webhooks'], {
    DATABASE_URL: databaseUrl(),
    WEBHOOK_TIMEOUT_SECONDS: '1',
    ...env,
  })
}

export function workerReady(worker: Running) {
  return until('the worker works', () => worker.output().includes('working on'), 60_000)
}

/**
 * Commits events for ten endpoints while two worker processes deliver them and one of the two, by turns, is
 * killed with SIGKILL at a random moment and started again. Returns what the receiver and the rows say when
 * everything is settled.
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
  const workers = [startWorker(), startWorker()]
  try {
    await Promise.all(workers.map(workerReady))
    for (let kill = 0; kill < kills; kill++) {
      const before = receiver.received.length
      await emitSome(merchant, Math.floor((events * kill) / kills), Math.floor((events * (kill + 1)) / kills))
      await until('deliveries go on', () => receiver.received.length > before, 60_000)
      await delay(random() * 300)
      const at = kill % 2
      workers[at].child.kill('SIGKILL')
      killedAt.push(Date.now())
      await workers[at].ended
      workers[at] = startWorker()
      await workerReady(workers[at])
    }
    const counts = () => Promise.all(endpoints.map(({ id }) => countByStatus(id)))
    await until(
      'every delivery has succeeded',
      async () => (await counts()).every((count) => count.succeeded === events),
      120_000
    )
    return { events, received: receiver.received, counts: await counts(), killedAt }
  } finally {
    for (const worker of workers) worker.child.kill('SIGKILL')
    await Promise.all(workers.map(({ ended }) => ended))
  }
}

/** Commits the events numbered from `from` up to `to`, in transactions of different sizes. */
async function emitSome(merchant: Parameters<typeof emit>[0], from: number, to: number) {
  for (let next = from, size = 1; next < to; size *= 3) {
    const count = Math.min(size, to - next)
    const numbers = Array.from({ length: count }, (_, at) => ({ n: next + at }))
    await emit(merchant, 'license.created', numbers)
    next += count
  }
}

/** The numbers of the events that one endpoint got, each as often as it came. */
export function numbersAt(received: Received[], endpoint: number): number[] {
  return received
    .filter(({ path }) => path === `/hook/${endpoint}`)
    .map(({ body }) => (JSON.parse(body) as { data: { n: number } }).data.n)
}

/** Deliveries that came more than once, with the moments at which they came. */
export function repeated(received: Received[]): number[][] {
  const times = new Map<string, number[]>()
  for (const { headers, at } of received) {
    const id = headers['x-service-delivery'] as string
    times.set(id, [...(times.get(id) ?? []), at])
  }
  return [...times.values()].filter((moments) => moments.length > 1)
}

/** Random numbers that a seed repeats. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
