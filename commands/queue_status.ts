import { inject } from '@adonisjs/core'
import { shownNumber } from '#kernel/text/shown_number'
import type { Queue } from 'bullmq'
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

async function statusOf(queue: Queue): Promise<Status> {
  const [counts, paused, waiting, prioritized] = await Promise.all([
    queue.getJobCounts(...STATES),
    queue.isPaused(),
    queue.getJobs(['waiting'], 0, 0, true),
    queue.getJobs(['prioritized'], 0, 0, true),
  ])
  const since = [...waiting, ...prioritized].filter(Boolean).map(({ timestamp }) => timestamp)
  const oldestWaiting = since.length === 0 ? null : iso(Math.min(...since))
  return Object.assign<object, object>(counts, { paused, oldestWaiting }) as Status
}
