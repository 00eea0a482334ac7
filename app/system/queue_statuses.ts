import { inject } from '@adonisjs/core'
import type { JobType, Queue } from 'bullmq'
import Queues from '#kernel/queues/queues'
import { iso } from '#kernel/time/iso'

/** The states of jobs that operators look at. */
export const JOB_STATES = ['waiting', 'prioritized', 'active', 'delayed', 'completed', 'failed'] as const

type JobState = (typeof JOB_STATES)[number]

/** How much waits and runs in a queue, and since when the oldest waits (ISO 8601). */
export type QueueState = Record<JobState, number> & { paused: boolean; oldestWaiting: string | null }

/** In Postgres the waiting jobs of a paused queue are counted as `paused`, a state that the types of BullMQ do not know. */
const COUNTED = [...JOB_STATES, 'paused'] as JobType[]

/** The states of all queues, for operators. */
@inject()
export default class QueueStatuses {
  constructor(protected queues: Queues) {}

  /** By the names of the queues. @throws QueuesUnavailable, within a second. */
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

/** When the jobs at both ends were added: Redis begins with the oldest, Postgres with the newest. */
async function oldest(queue: Queue, state: 'waiting' | 'prioritized', count: number): Promise<number[]> {
  const last = Math.max(0, count - 1)
  const ends = await Promise.all([0, last].map((at) => queue.getJobs([state], at, at, true)))
  return ends.flat().flatMap((job) => job?.timestamp ?? [])
}
