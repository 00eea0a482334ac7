import { inject } from '@adonisjs/core'
import { shownNumber } from '#kernel/text/shown_number'
import type { JobType, Queue } from 'bullmq'
import config from '#config/queue'
import ServiceCommand from '#terminal/service_command'
import Queues from '#kernel/queues/queues'
import { iso } from '#kernel/time/iso'

const STATES = ['waiting', 'prioritized', 'active', 'delayed', 'completed', 'failed'] as const

type Status = Record<string, number> & { paused: boolean; oldestWaiting: string | null }

/** `queue:status`: how much waits and runs in each queue, and since when (contract#ace-commands). */
export default class QueueStatus extends ServiceCommand {
  static commandName = 'queue:status'
  static description = 'Show how many jobs wait, run and failed in each queue, and which queues are paused'
  static help = [
    'Exits with 1 when the queues cannot be reached.',
    '',
    '  {{ binaryName }} queue:status',
    '  {{ binaryName }} queue:status --json',
  ]

  @inject()
  async run(queues: Queues) {
    await queues.ready()
    const found = await Promise.all(
      queues.all().map(async (queue) => [queue.name, await statusOf(queue)] as const)
    )
    this.answer({ backend: config.backend, queues: Object.fromEntries(found) }, () =>
      this.table(
        ['Queue', 'paused', ...STATES, 'oldest waiting'],
        found.map(([name, status]) => [
          ...[
            name,
            status.paused ? 'PAUSED' : '-',
            ...STATES.map((state) => shownNumber(status[state] ?? 0)),
          ],
          status.oldestWaiting ?? '-',
        ])
      )
    )
  }
}

/** In Postgres the waiting jobs of a paused queue are counted as `paused`, a state that the types of BullMQ do not know. */
const COUNTED = [...STATES, 'paused'] as JobType[]

async function statusOf(queue: Queue): Promise<Status> {
  const [{ paused: held, ...counts }, paused] = await Promise.all([
    queue.getJobCounts(...COUNTED),
    queue.isPaused(),
  ])
  counts.waiting += held
  const since = await Promise.all([
    oldest(queue, 'waiting', counts.waiting),
    oldest(queue, 'prioritized', counts.prioritized),
  ])
  const times = since.flat()
  const oldestWaiting = times.length === 0 ? null : iso(Math.min(...times))
  return Object.assign<object, object>(counts, { paused, oldestWaiting }) as Status
}

/** When the jobs at both ends were added: Redis begins with the oldest, Postgres with the newest. */
async function oldest(queue: Queue, state: 'waiting' | 'prioritized', count: number): Promise<number[]> {
  const last = Math.max(0, count - 1)
  const ends = await Promise.all([0, last].map((at) => queue.getJobs([state], at, at, true)))
  return ends.flat().flatMap((job) => job?.timestamp ?? [])
}
