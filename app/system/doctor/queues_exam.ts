import app from '@adonisjs/core/services/app'
import config from '#config/queue'
import Queues from '#kernel/queues/queues'
import { shownNumber } from '#kernel/text/shown_number'
import { iso } from '#kernel/time/iso'
import QueueStatuses, { type QueueState } from '#system/queue_statuses'
import { LONG_WAIT, type Symptom } from './diagnosis.js'

type QueueFacts = QueueState & {
  name: string
  /**
   * When the next repeated job is due, in milliseconds since the epoch; null if the queue has none. Workers put these
   * jobs into the queue, so the time passes if no worker runs.
   */
  due: number | null
}

/** More repeated jobs than any queue has. */
const ALL = 1000

export async function examineQueues(now = Date.now()): Promise<Symptom[]> {
  const [statuses, queues] = [await app.container.make(QueueStatuses), await app.container.make(Queues)]
  const facts = (await statuses.execute()).map(async ([name, state]) => {
    const queue = queues.all().find((one) => one.name === name)!
    const next = (await queue.getJobSchedulers(0, ALL)).map((one) => one.next ?? Infinity)
    return { ...state, name, due: next.length === 0 ? null : Math.min(...next) }
  })
  return judgeQueues(await Promise.all(facts), now)
}

/** @internal */
export function judgeQueues(queues: QueueFacts[], now: number): Symptom[] {
  const backend = config.backend === 'redis' ? 'Redis' : 'Postgres'
  const waiting = queues.reduce((sum, one) => sum + one.waiting + one.prioritized, 0)
  const found: Symptom[] = [
    { status: 'ok', found: `${queues.length} queues in ${backend}, ${shownNumber(waiting)} jobs wait` },
  ]
  if (queues.every(({ due }) => due === null)) {
    found.push({ status: 'problem', found: 'no worker has ever run', remedy: 'start one: npm run worker' })
  }
  return [...found, ...queues.flatMap((one) => judgeQueue(one, now))]
}

function judgeQueue(queue: QueueFacts, now: number): Symptom[] {
  const { name, paused, failed } = queue
  const found: Symptom[] = []
  const since = waitingSince(queue)
  if (paused) {
    const remedy = `npm run ace -- queue:resume ${name}`
    found.push({ status: 'warning', found: `${name} is paused: its jobs wait`, remedy })
  } else if (now - since > LONG_WAIT) {
    found.push({
      status: 'problem',
      found: `a job of ${name} waits since ${iso(since)}`,
      remedy: 'start a worker (npm run worker), or more of them, and read their logs',
    })
  }
  if (failed > 0) {
    found.push({
      status: 'warning',
      found: `${shownNumber(failed)} jobs of ${name} have failed`,
      remedy: `see why in /admin/queues, then: npm run ace -- queue:retry ${name}`,
    })
  }
  return found
}

/** A repeated job is due again only when the one that runs has ended. */
function waitingSince({ oldestWaiting, active, due }: QueueFacts): number {
  return Math.min(
    oldestWaiting === null ? Infinity : Date.parse(oldestWaiting),
    active > 0 ? Infinity : (due ?? Infinity)
  )
}
