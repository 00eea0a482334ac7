import { inject } from '@adonisjs/core'
import type { JobType, Queue } from 'bullmq'
import Queues from '#kernel/queues/queues'
import { iso } from '#kernel/time/iso'

/** The job states that operators look at. */
export const JOB_STATES = ['waiting', 'prioritized', 'active', 'delayed', 'completed', 'failed'] as const

type JobState = (typeof JOB_STATES)[number]

/** The number of jobs per state in a queue, and since when the oldest job waits (ISO 8601). */
export type QueueState = Record<JobState, number> & { paused: boolean; oldestWaiting: string | null }

/** In Postgres, waiting jobs of a paused queue are counted as `paused`, a state that BullMQ's types do not include. */
const COUNTED = [...JOB_STATES, 'paused'] as JobType[]

/** The states of all queues, for operators. */
@inject()
export default class QueueStatuses {
  constructor(protected queues: Queues) {}

  /** By queue name. @throws QueuesUnavailable, within a second. */
  async execute(): Promise<[name: string, status: QueueState][]> {
    await this.queues.ready()
    return Promise.all(
      this.queues.all().map(async (queue) => [queue.name, await statusOf(queue)] as const)
    ).then((found) => found.map(([name, status]) => [name, status]))
  }
}

async function statusOf(queue: Queue): Promise<QueueState> {
  const [{ paused: held, ...found }, paused] = await Promise.all([
    queue.getJobCounts(...COUNTED),
    queue.isPaused(),
  ])
  const counts = Object.fromEntries(JOB_STATES.map((state) => [state, found[state] ?? 0])) as Record<
    JobState,
    number
  >
  counts.waiting += held
  const since = await Promise.all([
    oldest(queue, 'waiting', counts.waiting),
    oldest(queue, 'prioritized', counts.prioritized),
  ])
  const times = since.flat()
  return { ...counts, paused, oldestWaiting: times.length === 0 ? null : iso(Math.min(...times)) }
}

/** The times at which the first and last jobs were added: Redis lists the oldest first, Postgres the newest. */
async function oldest(queue: Queue, state: 'waiting' | 'prioritized', count: number): Promise<number[]> {
  const last = Math.max(0, count - 1)
  const ends = await Promise.all([0, last].map((at) => queue.getJobs([state], at, at, true)))
  return ends.flat().flatMap((job) => job?.timestamp ?? [])
}
